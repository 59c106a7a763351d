import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ServiceSandbox } from '../../../../sandbox/service/server.ts';
import { fastSynthesis } from '../../../../sandbox/service/synthesis/settings.ts';
import type { SynthesisTaskView } from '../../../../sandbox/service/synthesis/task-record.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import { openSynthesis } from '../../../../src/service/synthesis/client.ts';
import { OggClock } from '../../../../src/service/synthesis/continuation.ts';
import type {
  SynthesisClient,
  SynthesisRequest,
  SynthesisTask,
  TimedWord,
} from '../../../../src/service/synthesis/synthesis-types.ts';
import { billedCharacters } from '../../../../src/service/synthesis/text-cutting.ts';
import { type VoiceListing, voiceFileSchema } from '../../../../src/service/synthesis/voice-list.ts';
import { rejection } from '../../../support/rejection.ts';
import { serviceStandIn } from '../../../support/service-stand-in.ts';

const standIn = serviceStandIn({ synthesis: { ...fastSynthesis, speaker: 'built-in' } });
let sandbox: ServiceSandbox;
let client: SynthesisClient;
let voices: readonly VoiceListing[];

beforeAll(() => {
  ({ sandbox } = standIn);
  voices = voiceFileSchema.parse(JSON.parse(readFileSync(sandbox.synthesis.voicesPath, 'utf8'))).voices;
  client = openSynthesis({ ...standIn.client(), tasksPerSecond: 10_000 });
});

afterEach(() => sandbox.synthesis.clearFaults());

afterAll(async () => await client.close());

function voiceNamed(name: string): VoiceListing {
  const voice = voices.find((each) => each.name === name);
  if (!voice) throw new Error(`no voice ${name}`);
  return voice;
}

function request(changes: Partial<SynthesisRequest> = {}): SynthesisRequest {
  return {
    model: 'tts-v3-flash',
    voice: voiceNamed('harbor'),
    format: 'pcm',
    sampleRateHz: 16_000,
    ...changes,
  };
}

function say(text: string, changes: Partial<SynthesisRequest> = {}): SynthesisTask {
  const task = client.start(request(changes));
  task.write(text);
  task.finish();
  return task;
}

async function bytesOf(task: SynthesisTask): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of task.audio) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function lastTask(): SynthesisTaskView {
  const task = sandbox.synthesis.tasks.at(-1);
  if (!task) throw new Error('nothing was said');
  return task;
}

/** What was synthesized for it, as bytes. */
function reference(task: SynthesisTaskView): Buffer {
  const sound = sandbox.synthesis.synthesized(task.id);
  if (!sound) throw new Error('no sound was made');
  return Buffer.from(sound.samples.buffer, sound.samples.byteOffset, sound.samples.byteLength);
}

describe('what is heard', () => {
  test('is all that was synthesized, from the first sample to the last', async () => {
    const heard = await bytesOf(say('Good evening. This is the last sentence, and it has no end'));
    expect(heard.equals(reference(lastTask()))).toBe(true);
    expect(lastTask()).toMatchObject({
      status: 'finished',
      sentences: expect.arrayContaining(['Good evening.']),
    });
  });

  test('in WAV is its header and the same samples', async () => {
    const heard = await bytesOf(say('A file to keep.', { format: 'wav' }));
    expect(heard.toString('latin1', 0, 4)).toBe('RIFF');
    expect(heard.subarray(44).equals(reference(lastTask()))).toBe(true);
  });

  test('in Ogg Opus lasts as long as what was synthesized', async () => {
    const task = say('Packets that pass through.', { format: 'opus', sampleRateHz: 48_000 });
    const ogg = new OggClock();
    ogg.take(await bytesOf(task));
    const samples = reference(lastTask()).byteLength / 2;
    expect(Math.abs(ogg.durationMs - samples / 48)).toBeLessThanOrEqual(20);
  });

  test('has its words in time, each once', async () => {
    const task = say('One two three. Four five.', { wordTimestamps: true });
    const words: TimedWord[] = [];
    task.onWord((word) => words.push(word));
    const heard = await bytesOf(task);
    words.sort((a, b) => a.beginMs - b.beginMs);
    expect(words.map(({ text }) => text.replace(/\W/g, ''))).toEqual(['One', 'two', 'three', 'Four', 'five']);
    expect(words.at(-1)?.endMs).toBeLessThanOrEqual(heard.byteLength / 32);
  });

  test.each([
    ['Mixed 漢字 and かな, €5.', false],
    ['<speak>Wait <break time="100ms"/> for 我们 &amp; them.</speak>', true],
  ])('of %j is billed as we count', async (text, ssml) => {
    const summary = await say(text, { ssml }).done;
    expect(summary.characters).toBe(billedCharacters(text, ssml));
  });

  test('with the same seed is the same again', async () => {
    const first = await bytesOf(say('Once more.', { seed: 7 }));
    expect((await bytesOf(say('Once more.', { seed: 7 }))).equals(first)).toBe(true);
  });
});

describe('trouble on the way', () => {
  test.each(['run', 'started'] as const)(
    'a connection dropped at `%s` is mended, and everything is heard',
    async (at) => {
      sandbox.synthesis.arm({ at, effect: { kind: 'drop' } });
      const heard = await bytesOf(say('Nothing of this is lost.'));
      expect(heard.equals(reference(lastTask()))).toBe(true);
    },
  );

  test.each([
    { at: 'run', effect: { kind: 'binary', bytes: 500 } },
    { at: 'started', effect: { kind: 'unknown-event' } },
    { at: 'audio', effect: { kind: 'foreign-event' } },
    { at: 'started', effect: { kind: 'bare-results' } },
    { at: 'started', effect: { kind: 'loose-types' } },
  ] as const)('%j changes nothing of what is heard', async (fault) => {
    sandbox.synthesis.arm(fault);
    const heard = await bytesOf(say('Undisturbed.'));
    expect(heard.equals(reference(lastTask()))).toBe(true);
  });

  test('late events of one task change nothing of the next', async () => {
    sandbox.synthesis.arm({ at: 'after', effect: { kind: 'repeated-events' } });
    await say('Before.').done;
    const heard = await bytesOf(say('After.'));
    expect(heard.equals(reference(lastTask()))).toBe(true);
  });

  const fail = (code: string, message: string) => ({ kind: 'fail', code, message }) as const;
  test.each([
    [{ at: 'audio', afterFrames: 2, effect: { kind: 'drop' } }, { fault: 'unreachable' }],
    [{ at: 'started', effect: { kind: 'no-sound' } }, { code: 'NoAudio' }],
    [{ at: 'started', effect: { kind: 'garbled' } }, { fault: 'malformed' }],
    [{ at: 'audio', effect: fail('Throttling.RateQuota', 'too many') }, { fault: 'throttled' }],
    [{ at: 'audio', effect: fail('DataInspectionFailed', 'unfit') }, { fault: 'moderation' }],
    [
      { at: 'audio', effect: { ...fail('DataInspectionFailed', ''), nameless: true } },
      { code: 'DataInspectionFailed' },
    ],
  ] as const)('%j is the error %j, whatever was heard before', async (fault, error) => {
    sandbox.synthesis.arm(fault);
    const task = say('This is heard only in part, because the line breaks in the middle of it.');
    expect(await rejection(bytesOf(task), ServiceError)).toMatchObject(error);
  });

  test('numbers that come as texts are times and a bill anyway', async () => {
    const heard = async () => {
      const task = say('One, two, three.', { wordTimestamps: true });
      const words: TimedWord[] = [];
      task.onWord((word) => words.push(word));
      await bytesOf(task);
      return { words, characters: (await task.done).characters };
    };
    const plain = await heard();
    expect(plain.words).toHaveLength(3);
    sandbox.synthesis.arm({ at: 'started', effect: { kind: 'loose-types' } });
    expect(await heard()).toEqual(plain);
  });

  test("an upgrade that is refused is the operator's", async () => {
    const stranger = openSynthesis(standIn.client());
    onTestFinished(() => stranger.close());
    const effect = { kind: 'answer', status: 403, code: 'AccessDenied', message: 'no' } as const;
    sandbox.synthesis.arm({ at: 'connect', times: 0, effect });
    const task = stranger.start(request());
    task.write('Hello.');
    task.finish();
    expect(await rejection(task.done, ServiceError)).toMatchObject({ fault: 'access', needsOperator: true });
  });
});

describe('connections', () => {
  test('are few, however many things are said one after another', async () => {
    const before = sandbox.synthesis.connections.opened;
    for (let count = 0; count < 10; count += 1) await say('Next.').done;
    expect(sandbox.synthesis.connections.opened - before).toBeLessThanOrEqual(2);
  });

  test('twenty things said at once are each heard whole, and only there', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `Voice number ${index} says its own words.`);
    const heard = await Promise.all(texts.map((text) => bytesOf(say(text))));
    for (const [index, text] of texts.entries()) {
      const task = sandbox.synthesis.tasks.find((each) => each.text === text);
      expect(task && heard[index]?.equals(reference(task))).toBe(true);
    }
  });
});
