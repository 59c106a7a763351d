import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceSandbox } from '../../../../service/server.ts';
import { skipsWithout } from '../../../support/needs.ts';
import {
  decoded,
  music,
  type RecordingKind,
  recordingKinds,
  recordingOf,
} from '../../../support/recordings.ts';
import { connectRealtime, openRealtimeSandbox, type RealtimeCaller } from '../realtime-caller.ts';

const model = 'xq3-livetranslate-flash-realtime';
const completed = 'conversation.item.input_audio_transcription.completed';
const sentence = 'Hello everyone. Where is the library?';
const pieceMs = 100;

let sandbox: ServiceSandbox;
const open: RealtimeCaller[] = [];

beforeAll(async () => {
  sandbox = await openRealtimeSandbox();
});
afterEach(() => {
  for (const caller of open.splice(0)) caller.close();
});
afterAll(async () => {
  await sandbox.close();
});

const translate = async () => {
  const caller = await connectRealtime(sandbox, model);
  open.push(caller);
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

describe.skipIf(skipsWithout('ffmpeg', 'recordings'))('a recording of what the sandbox voiced', () => {
  it.each(Object.keys(recordingKinds).filter((kind) => kind !== 'cut short') as readonly RecordingKind[])(
    'is understood when it comes from a file: %s',
    async (kind) => {
      const samples = await sandbox.realtime.voice(sentence, `person ${kind}`, 48_000);
      const caller = await read(await decoded(await recordingOf(samples, kind)));
      expect(words(caller)).toEqual([sentence]);
      expect(await caller.seen('response.text.done')).toMatchObject({
        text: 'Hola a todos. ¿Dónde está la biblioteca?',
      });
    },
  );

  it('is understood as far as it goes when it is cut short', async () => {
    const samples = await sandbox.realtime.voice(sentence, 'person cut', 48_000);
    const caller = await read(await decoded(await recordingOf(samples, 'cut short')));
    expect(words(caller)).toEqual([expect.stringMatching(/^Hello everyone\. Where is.*…/)]);
  });

  it('is understood at five times the speed it was spoken in, piece by piece', async () => {
    const samples = await sandbox.realtime.voice(sentence, 'person five', 48_000);
    const heard = await decoded(await recordingOf(samples, 'voice message'));
    const caller = await translate();
    for (let at = 0; at < heard.length; at += pieceMs * 16) {
      caller.append(heard.subarray(at, at + pieceMs * 16));
      await new Promise((resolve) => setTimeout(resolve, pieceMs / 5));
    }
    caller.send('session.finish');
    await caller.seen('session.finished');
    expect(words(caller)).toEqual([sentence]);
  });

  it('of several sentences is understood one by one, in their order', async () => {
    const texts = ['Hello everyone.', 'Where is the library?', 'Thank you very much.'];
    const parts = await Promise.all(texts.map((text) => sandbox.realtime.voice(text, 'person many', 48_000)));
    const pause = new Int16Array(48_000 * 1.2);
    const all = Int16Array.from(parts.flatMap((part) => [...part, ...pause]));
    const caller = await read(await decoded(await recordingOf(all, 'voice message')));
    expect(words(caller)).toEqual(texts);
  });

  it('of silence has no words, and music is nothing that anybody said', async () => {
    const silent = await read(await decoded(await recordingOf(new Int16Array(96_000), 'voice message')));
    expect(words(silent)).toEqual([]);
    const song = await read(await decoded(await recordingOf(music(3), 'mp3')));
    for (const text of words(song)) expect(text).toMatch(/^\(speech, .* s\)$/);
  });
});
