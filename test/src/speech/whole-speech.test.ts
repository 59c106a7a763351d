import { describe, expect, test } from 'vitest';
import { eventually } from '../../../sandbox/test/support/eventually.ts';
import { mostVoicedBytes, voicedBy } from '../../../src/speech/whole-speech.ts';
import { ada, guildId, SpeechWorld } from '../../support/speech-world.ts';

const it = test.extend('world', () => new SpeechWorld());

const call = {
  id: 'call',
  reference: 'K7QF2M',
  guildId,
  panelChannelId: '7',
  locale: 'en-US',
  publicLocale: 'de',
};

/** What's voiced for a call, in one piece. */
async function voiced(
  world: SpeechWorld,
  text: string,
  signal = new AbortController().signal,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of voicedBy(world.desk, 16_000)(text, call, ada, signal)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('a sentence for a call', () => {
  it('is asked for as samples, at the rate of the call, in the voice of its person', async ({ world }) => {
    world.synthesis.scripts.push({ sound: Uint8Array.of(1, 2, 3, 4), characters: 4 });
    expect([...(await voiced(world, 'hello'))]).toEqual([1, 2, 3, 4]);
    const { text, finished, request } = world.synthesis.tasks[0] ?? {};
    expect({ text, finished }).toEqual({ text: 'hello', finished: true });
    expect(request).toMatchObject({ format: 'pcm', sampleRateHz: 16_000 });
    expect(request).not.toHaveProperty('wordTimestamps');
    expect(world.spentCharacters()).toBe(4);
  });

  it('ends with a whole sample', async ({ world }) => {
    world.synthesis.scripts.push({ sound: Uint8Array.of(1, 2, 3) });
    expect([...(await voiced(world, 'hello'))]).toEqual([1, 2]);
  });

  it('is charged each by itself, also when they are made at once', async ({ world }) => {
    const voice = voicedBy(world.desk, 24_000);
    const { signal } = new AbortController();
    await Promise.all(
      ['one', 'two'].map(async (text) => await Array.fromAsync(voice(text, call, ada, signal))),
    );
    expect(world.spentCharacters()).toBe(6);
    expect(world.synthesis.tasks.map(({ request }) => request.sampleRateHz)).toEqual([24_000, 24_000]);
  });

  it('is given up at the service when the call is over, for the reason why it is', async ({ world }) => {
    const over = new AbortController();
    world.synthesis.scripts.push({ hangs: true });
    const voicing = voiced(world, 'hello', over.signal);
    await eventually(() => world.synthesis.tasks.length > 0, 'the task');
    const reason = new Error('over');
    over.abort(reason);
    await expect(voicing).rejects.toBe(reason);
    expect(world.synthesis.tasks[0]?.cancelled).toBe(true);
    // It may have been made.
    expect(world.spentCharacters()).toBe(5);
  });

  it('is given up when the bot stops', async ({ world }) => {
    world.synthesis.scripts.push({ hangs: true });
    const voicing = voiced(world, 'hello');
    await eventually(() => world.synthesis.tasks.length > 0, 'the task');
    const failing = expect(voicing).rejects.toMatchObject({ fault: 'aborted' });
    await world.close();
    await failing;
  });

  it('that does not end is given up', async ({ world }) => {
    world.synthesis.scripts.push({ sound: new Uint8Array(mostVoicedBytes + 1) });
    await expect(voiced(world, 'hello')).rejects.toMatchObject({ facts: { code: 'speech-file-too-large' } });
    expect(world.synthesis.tasks[0]?.cancelled).toBe(true);
  });

  it('that fails before anything was made costs nothing', async ({ world }) => {
    world.synthesis.scripts.push({
      refused: { fault: 'access', code: 'AccessDenied', nothingHappened: true },
    });
    await expect(voiced(world, 'hello')).rejects.toMatchObject({ fault: 'access' });
    expect(world.spentCharacters()).toBe(0);
  });
});
