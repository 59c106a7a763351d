import { beforeAll, describe, expect, it } from 'vitest';
import type { ServiceSandbox } from '../../../../service/server.ts';
import { skipsWithout } from '../../../support/needs.ts';
import {
  decodedAll,
  music,
  type RecordingKind,
  recordingKinds,
  recordingsOf,
  type Sound,
} from '../../../support/recordings.ts';
import { connectRealtime, openRealtimeSandbox, type RealtimeCaller } from '../realtime-caller.ts';

const model = 'xq3-livetranslate-flash-realtime';
const completed = 'conversation.item.input_audio_transcription.completed';
const sentence = 'Hello everyone. Where is the library?';
const severalSentences = ['Hello everyone.', 'Where is the library?', 'Thank you very much.'];
const pieceMs = 100;

let sandbox: ServiceSandbox;

beforeAll(async () => {
  sandbox = await openRealtimeSandbox();
  return async () => await sandbox.close();
});

const translate = async () => {
  const caller = await connectRealtime(sandbox, model);
  await caller.seen('session.created');
  await caller.update({
    modalities: ['text'],
    input_audio_transcription: { model: 'xq3-asr-flash-realtime' },
    translation: { language: 'es' },
  });
  return caller;
};
/** Everything at once, and no silence behind it: what is unfinished ends with the session. */
const read = async (samples: Int16Array): Promise<RealtimeCaller> => {
  const caller = await translate();
  caller.speak(samples);
  caller.send('session.finish');
  await caller.seen('session.finished');
  return caller;
};
const words = (caller: RealtimeCaller) => caller.of(completed).map(({ transcript }) => transcript);

type Recorded = RecordingKind | 'several sentences' | 'silence' | 'music';
const kinds = Object.keys(recordingKinds) as readonly RecordingKind[];

describe.skipIf(skipsWithout('ffmpeg', 'recordings'))('a recording of what the sandbox voiced', () => {
  const heard = new Map<Recorded, Int16Array>();

  beforeAll(async () => {
    const parts = await Promise.all(
      severalSentences.map((text) => sandbox.realtime.voice(text, 'person many', 48_000)),
    );
    const pause = new Int16Array(48_000 * 1.2);
    const sounds = new Map<Recorded, Sound>([
      [
        'several sentences',
        { samples: Int16Array.from(parts.flatMap((part) => [...part, ...pause])), kind: 'voice message' },
      ],
      ['silence', { samples: new Int16Array(96_000), kind: 'voice message' }],
      ['music', { samples: music(3), kind: 'mp3' }],
    ]);
    for (const kind of kinds) {
      const samples = await sandbox.realtime.voice(sentence, `person ${kind}`, 48_000);
      sounds.set(kind, { samples, kind });
    }
    const all = await decodedAll(await recordingsOf([...sounds.values()]));
    for (const [at, name] of [...sounds.keys()].entries()) heard.set(name, all[at] ?? new Int16Array());
  });

  const recording = (name: Recorded): Int16Array => {
    const samples = heard.get(name);
    if (!samples?.length) throw new Error(`nothing to hear of ${name}`);
    return samples;
  };

  it.each(kinds.filter((kind) => kind !== 'cut short'))(
    'is understood when it comes from a file: %s',
    async (kind) => {
      const caller = await read(recording(kind));
      expect(words(caller)).toEqual([sentence]);
      expect(await caller.seen('response.text.done')).toMatchObject({
        text: 'Hola a todos. ¿Dónde está la biblioteca?',
      });
    },
  );

  it('is understood as far as it goes when it is cut short', async () => {
    const caller = await read(recording('cut short'));
    expect(words(caller)).toEqual([expect.stringMatching(/^Hello everyone\. Where is.*…/)]);
  });

  it('is understood at five times the speed it was spoken in, piece by piece', async () => {
    const samples = recording('voice message');
    const caller = await translate();
    for (let at = 0; at < samples.length; at += pieceMs * 16) {
      caller.append(samples.subarray(at, at + pieceMs * 16));
      await new Promise((resolve) => setTimeout(resolve, pieceMs / 5));
    }
    caller.send('session.finish');
    await caller.seen('session.finished');
    expect(words(caller)).toEqual([sentence]);
  });

  it('of several sentences is understood one by one, in their order', async () => {
    const caller = await read(recording('several sentences'));
    expect(words(caller)).toEqual(severalSentences);
  });

  it('of silence has no words, and music is nothing that anybody said', async () => {
    const silent = await read(recording('silence'));
    expect(words(silent)).toEqual([]);
    const song = await read(recording('music'));
    for (const text of words(song)) expect(text).toMatch(/^\(speech, .* s\)$/);
  });
});
