import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordingRequest } from '../../../../src/interpreter/recordings/recording.ts';
import { breath } from '../../../../src/operations/clock.ts';
import { languageCodes } from '../../../../src/service/realtime/translation/languages.ts';
import { ada, author, bob, RecordingsWorld, voiceMessage } from '../../../support/recordings-world.ts';

let world: RecordingsWorld;
let file: Uint8Array;
let asked: RecordingRequest;

beforeEach(async () => {
  world = await RecordingsWorld.open();
  file ??= await voiceMessage(2);
  asked = world.request(world.recording(file));
  return async () => await world[Symbol.asyncDispose]();
});

/** The same recording, asked for by somebody. */
const again = (changes: Partial<RecordingRequest> = {}) =>
  world.request(asked.recording, { userId: bob, ...changes });

/** Somebody asks, and the service hears it if it must. */
async function hear(request: RecordingRequest) {
  const hearing = await world.newRecordings().hear(request);
  if (hearing.isOver) return hearing;
  const sessions = world.client.sessions.length;
  await world.until(() => world.client.sessions.length > sessions || hearing.isOver);
  world.client.sessions.at(-1)?.translate('Guten Tag.', 'Hello.');
  await world.heard(hearing);
  await world.until(() => world.running.records.size === 0);
  return hearing;
}

const said = ({ passages }: Awaited<ReturnType<typeof hear>>) =>
  passages.map(({ original, translation }) => [original.sure, translation.sure]);

it('is paid again by default, and nothing of it is kept', async () => {
  expect((await hear(asked)).keeping).toBe('nothing');
  await hear(again());
  expect(world.spent).toBe(4);
  expect(world.texts.records.size).toBe(0);
});

describe('what a recording says', () => {
  beforeEach(async () => await world.kept.keepThose(author));

  it('costs nobody anything again for a day, also after a restart, if its author lets us keep it', async () => {
    expect((await hear(asked)).keeping).toBe('kept');
    const sessions = world.client.sessions.length;
    const free = await hear(again());
    expect(free.keeping).toBe('recalled');
    expect(said(free)).toEqual([['Guten Tag.', 'Hello.']]);
    expect(free.state).toEqual({ is: 'heard', ms: 2_000, whole: true });
    expect(free.sentSeconds).toBe(0);
    expect([world.spent, world.client.sessions.length]).toEqual([2, sessions]);
    await world.clock.advance(24 * 60 * 60_000);
    expect((await hear(again())).keeping).toBe('kept');
    expect(world.client.sessions.length).toBe(sessions + 1);
    expect((await hear(again())).keeping).toBe('recalled');
  });

  it('is heard again in other languages, and both are kept', async () => {
    await hear(asked);
    expect((await hear(again({ to: 'fr' }))).keeping).toBe('kept');
    expect((await hear(again())).keeping).toBe('recalled');
    expect((await hear(again({ to: 'fr' }))).keeping).toBe('recalled');
    expect((await hear(again({ from: 'nl' } as never))).keeping).toBe('kept');
    expect((await hear(again())).keeping).toBe('recalled');
  });

  it('goes with its message', async () => {
    await hear(asked);
    world.deleteMessage(asked.recording.messageId);
    await world.until(() => world.texts.records.size === 0);
  });

  it('goes when its author changes their mind, also while it is heard', async () => {
    await hear(asked);
    await world.kept.dropThose(author);
    expect(world.texts.records.size).toBe(0);
    expect((await hear(again())).keeping).toBe('nothing');
    expect(world.texts.records.size).toBe(0);
  });

  it('is not left behind when its author changes their mind in the middle of keeping it', async () => {
    const change = world.texts.change.bind(world.texts);
    world.texts.change = async (id, changing) => {
      await world.kept.dropThose(author);
      return await change(id, changing);
    };
    expect((await hear(asked)).keeping).toBe('nothing');
    expect(world.texts.records.size).toBe(0);
  });

  it('is not left behind when its message is deleted in the middle of keeping it', async () => {
    const change = world.texts.change.bind(world.texts);
    world.texts.change = async (id, changing) => {
      world.deleteMessage(asked.recording.messageId);
      await breath();
      return await change(id, changing);
    };
    expect((await hear(asked)).keeping).toBe('nothing');
    expect(world.texts.records.size).toBe(0);
  });

  it('is not told to anyone once its author never wants to be heard', async () => {
    await hear(asked);
    world.unheard.add(author);
    await expect(world.newRecordings().hear(again({ userId: ada }))).rejects.toMatchObject({
      facts: { code: 'recording-never' },
    });
  });

  it('is heard again while the store fails', async () => {
    world.texts.get = async () => {
      throw new Error('full disk');
    };
    world.texts.change = async () => {
      throw new Error('full disk');
    };
    expect((await hear(asked)).keeping).toBe('nothing');
    expect(world.spent).toBe(2);
  });

  it('is kept in the ten languages that were asked for last', async () => {
    const text = { language: 'de', ms: 1, whole: true, passages: [] };
    const chosen = languageCodes.slice(0, 12);
    for (const to of chosen) await world.kept.keep(again({ to }), text);
    const kept = await world.texts.get(asked.recording.messageId);
    expect(kept?.texts.map(({ to }) => to)).toEqual(chosen.slice(2));
  });
});
