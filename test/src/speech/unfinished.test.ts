import { describe, expect, test } from 'vitest';
import { MessageError } from '../../../src/discord/messenger.ts';
import { fakeActor } from '../../support/fake-actor.ts';
import { MemoryJournal } from '../../support/memory-shelf.ts';
import { ada, ben, guildId, openSpeech, SpeechWorld } from '../../support/speech-world.ts';

const it = test.extend('killed', () => threeInLine());

/** One text is heard, one is made meanwhile, one waits. */
async function threeInLine() {
  const speech = openSpeech();
  speech.join(ben);
  await speech.sayAndSettle(ada, 'heard');
  speech.holdRoom();
  for (const text of ['heard on', 'made', 'waits']) await speech.sayAndSettle(ada, text);
  return speech;
}

describe('a process that follows one that was killed', () => {
  it('says in every answer that it was restarted', async ({ killed }) => {
    const next = openSpeech({ after: killed });
    await next.settle();
    expect(next.answers().filter((answer) => answer.includes('♻️'))).toHaveLength(3);
    expect(next.unfinished.records.size).toBe(0);
  });

  it('says it once for everybody, on the panel of the room, which has no buttons any more', async ({
    killed,
  }) => {
    await killed.sayAndSettle(ben, 'of Ben');
    const next = openSpeech({ after: killed });
    await next.settle();
    expect(next.panels()).toEqual([
      expect.stringContaining(`♻️ I restarted before finishing 4 texts (<@${ada}>, <@${ben}>).`),
    ]);
    expect(next.panels().join()).not.toContain('custom_id');
    expect(next.messenger.edits.at(-1)?.panel.messageId).toBe(killed.messenger.posted[0]?.id);
    expect(next.messenger.posted).toEqual([]);
    expect(next.keptPanels.records.size).toBe(0);
  });

  it('takes a panel away on which nothing was cut off', async () => {
    const killed = openSpeech();
    await killed.say(ada, 'read to its end');
    await killed.clock.advance(1_200);
    expect(killed.panel).toContain('✅');
    const next = openSpeech({ after: killed });
    await next.settle();
    expect(next.messenger.removed).toEqual([killed.messenger.posted[0]?.id]);
    expect(next.keptPanels.records.size).toBe(0);
  });

  it('gives back what the service never had, and only that', async ({ killed }) => {
    const next = openSpeech({ after: killed });
    await next.settle();
    expect(killed.spentCharacters() - next.spentCharacters()).toBe('waits'.length);
  });

  it('settles all of it although nothing can be reached any more', async ({ killed }) => {
    const next = openSpeech({ after: killed });
    next.messenger.editPanel = () => Promise.reject(new MessageError('token-dead', undefined));
    await next.settle();
    expect(next.unfinished.records.size).toBe(0);
    expect(next.keptPanels.records.size).toBe(0);
  });
});

describe('what waits for longer than an interaction can be answered', () => {
  it('is remembered without the token, and still known as begun', async () => {
    const speech = await threeInLine();
    const records = () => [...speech.unfinished.records.values()].join();
    await speech.clock.advance(14 * 60_000);
    expect(records()).toContain('"token"');
    await speech.clock.advance(60_000);
    expect(records()).not.toContain('"token"');
    expect(speech.unfinished.records.size).toBe(3);
    const next = openSpeech({ after: speech });
    await next.settle();
    expect(speech.spentCharacters() - next.spentCharacters()).toBe('waits'.length);
  });
});

describe('what was said, skipped or refused', () => {
  it('leaves nothing behind', async () => {
    const speech = await threeInLine();
    await speech.desk.line.stop(fakeActor({ guildId, userId: ada }));
    await speech.settle();
    expect(speech.unfinished.records.size).toBe(0);
    expect(speech.keptPanels.records.size).toBe(0);
    await expect(speech.say(ben, 'word '.repeat(250))).rejects.toThrow();
    expect(speech.unfinished.records.size).toBe(0);
  });

  it('is never kept as a text', async () => {
    const speech = await threeInLine();
    expect([...speech.unfinished.records.values()].join()).not.toMatch(/heard|made|waits/);
  });
});

it('a text whose settlement ends the process is let go after the second death, and the others are settled', async () => {
  const journal = new MemoryJournal();
  let world = await threeInLine();
  for (let deaths = 0; deaths < 2; deaths += 1) {
    world = new SpeechWorld({ after: world, journal });
    world.messenger.deadly.add('editPanel');
    await world.settle();
    expect(world.unfinished.records.size).toBe(3);
  }
  const survivor = openSpeech({ after: world, journal });
  await survivor.settle();
  expect(survivor.unfinished.records.size).toBe(0);
  expect(survivor.answers().filter((answer) => answer.includes('♻️'))).toHaveLength(2);
  expect(survivor.panels().filter((panel) => panel.includes('♻️'))).toHaveLength(1);
  expect(survivor.recorded.text()).toContain('set aside');
});
