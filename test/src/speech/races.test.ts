import { describe, expect, test } from 'vitest';
import type { SynthesisRequest } from '../../../src/service/synthesis/synthesis-types.ts';
import { speechFeature } from '../../../src/speech/room-speech.ts';
import type { EnterRequest } from '../../../src/voice/room/types.ts';
import { FakeLease } from '../../support/fake-voice.ts';
import {
  ada,
  ben,
  guildId,
  names,
  openSpeech,
  type SpeechWorld,
  textChannel,
  voiceChannel,
} from '../../support/speech-world.ts';

const it = test.extend('speech', () => openSpeech());

const shuttingDown = expect.objectContaining({ facts: { code: 'shutting-down' } });

/** A world in which rooms are entered when the test says so; `heeding` those who give up waiting for it. */
function slowToEnter({ heeding }: { readonly heeding: boolean }) {
  const speech = openSpeech();
  const entering = Promise.withResolvers<void>();
  const enter = speech.rooms.enter.bind(speech.rooms);
  speech.rooms.enter = async (request: EnterRequest) => {
    const { signal } = request;
    const given = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    given.catch(() => undefined);
    await (heeding ? Promise.race([entering.promise, given]) : entering.promise);
    return await enter(request);
  };
  return { speech, entered: entering.resolve };
}

describe('a text whose room is being entered when the process stops', () => {
  it('is refused at once and given back', async () => {
    const { speech } = slowToEnter({ heeding: true });
    const saying = expect(speech.say(ada, 'hello')).rejects.toEqual(shuttingDown);
    await speech.settle();
    expect(speech.spentCharacters()).toBe(5);
    await speech.close();
    await saying;
    expect(speech.spentCharacters()).toBe(0);
  });

  it('is not said into a room that is there a moment too late', async () => {
    const { speech, entered } = slowToEnter({ heeding: false });
    const saying = expect(speech.say(ada, 'hello')).rejects.toEqual(shuttingDown);
    await speech.settle();
    const closing = speech.close();
    entered();
    await closing;
    await saying;
    expect(speech.synthesis.tasks).toEqual([]);
    expect(speech.spentCharacters()).toBe(0);
  });

  it('does not keep the commands waiting, which are waited for before anything is closed', async () => {
    const { speech } = slowToEnter({ heeding: true });
    const saying = expect(speech.say(ada, 'hello')).rejects.toEqual(shuttingDown);
    await speech.settle();
    speech.stop.abort();
    await saying;
    await expect(speech.say(ada, 'more')).rejects.toEqual(shuttingDown);
    expect(speech.spentCharacters()).toBe(0);
  });

  it('does not keep the process when it was read in a channel', async () => {
    const { speech } = slowToEnter({ heeding: true });
    await speech.readAloud();
    speech.write(ada, 'hello');
    await speech.settle();
    await speech.close();
    expect(speech.spentCharacters()).toBe(0);
    expect(speech.messenger.posted).toEqual([]);
  });
});

it('a file that is being made is given up when the process begins to stop', async ({ speech }) => {
  let given: AbortSignal | undefined;
  const start = speech.synthesis.start.bind(speech.synthesis);
  Object.assign(speech.synthesis, {
    start: (request: SynthesisRequest, signal?: AbortSignal) => {
      given = signal;
      return start(request);
    },
  });
  await speech.desk.file(speech.order(), { text: 'hello', names, format: 'mp3', maxBytes: 1_000_000 });
  expect(given?.aborted).toBe(false);
  speech.stop.abort();
  expect(given?.aborted).toBe(true);
});

it("a room is kept as long as its server's moderators want it to be", async ({ speech }) => {
  await speech.say(ada, 'hello');
  const editor = { guildId, userId: ben };
  await speech.desk.guilds.change(editor, (before) => ({ ...before, idleMinutes: 2 }));
  await speech.say(ada, 'again');
  expect(speech.rooms.entered.map(({ idleMs }) => idleMs)).toEqual([undefined, 120_000]);
});

describe('a room that is being entered', () => {
  it('has a connection to the service opened ahead meanwhile', async () => {
    const { speech, entered } = slowToEnter({ heeding: true });
    let warmed = 0;
    Object.assign(speech.synthesis, { warm: () => (warmed += 1) });
    const saying = speech.say(ada, 'hello');
    await speech.settle();
    expect([warmed, speech.synthesis.tasks.length]).toEqual([1, 0]);
    entered();
    await saying;
  });

  it('is waited for by 50 messages of a channel and no more; other channels are not held up', async () => {
    const { speech, entered } = slowToEnter({ heeding: true });
    await speech.readAloud({ naming: 'never' });
    for (let index = 0; index < 200; index += 1)
      speech.write(`77${index}`, `m${index}`, joined(speech, index));
    await speech.settle();
    expect(speech.posts()).toEqual([expect.stringContaining('50 texts')]);
    entered();
    await speech.settle();
    expect(speech.texts).toEqual(Array.from({ length: 50 }, (_, index) => `m${index}`));
    speech.write(ada, 'later');
    await speech.settle();
    expect(speech.texts.at(-1)).toBe('later');
  });
});

function joined(speech: SpeechWorld, index: number) {
  speech.rooms.put(guildId, `77${index}`, voiceChannel);
  return { channelId: textChannel };
}

describe('two rooms', () => {
  it('of one guild, one after the other: what was for the first is not said in the second', async () => {
    const speech = openSpeech();
    await speech.sayAndSettle(ada, 'first');
    speech.holdRoom();
    for (const text of ['second', 'third', 'fourth']) await speech.say(ada, text);
    // A new room before anybody heard that the one before is over.
    const next = new FakeLease({ guildId, channelId: voiceChannel, feature: speechFeature }, () => undefined);
    speech.rooms.leases.set(guildId, next);
    await speech.sayAndSettle(ada, 'fifth');
    expect(next.mouth.playbacks).toHaveLength(1);
    expect(speech.texts).toEqual(['first', 'second', 'third', 'fifth']);
    expect(
      speech
        .answers()
        .filter((answer) => answer.includes('fourth'))
        .at(-1),
    ).not.toContain('speak:skip');
  });

  it('of one guild: the end of the first, told late, ends nothing in the second', async ({ speech }) => {
    await speech.say(ada, 'first');
    const old = speech.rooms.of(guildId);
    speech.rooms.leases.delete(guildId);
    await speech.say(ada, 'second');
    const next = speech.rooms.of(guildId);
    if (!old || !next) throw new Error('no rooms');
    next.mouth.holding = true;
    await speech.say(ada, 'third');
    await speech.say(ada, 'fourth');
    speech.rooms.leases.delete(guildId);
    await old.end('disconnected');
    speech.rooms.leases.set(guildId, next);
    next.mouth.letGo();
    await speech.settle();
    expect(next.mouth.playbacks.map(({ end_ }) => end_)).toEqual(['finished', 'finished', 'finished']);
  });
});
