import { expect, it } from 'vitest';
import { ada, ben, cai, guildId, names, openSpeech } from '../../support/speech-world.ts';

/** What's heard goes on until the test lets it end; one more is being synthesized, and two wait. */
async function queued() {
  const speech = openSpeech();
  speech.join(ben, cai);
  await speech.sayAndSettle(ada, 'first');
  const room = speech.holdRoom();
  for (const [who, text] of [
    [ada, 'heard'],
    [ben, 'next'],
    [cai, 'third'],
    [ada, 'fourth'],
  ] as const)
    await speech.sayAndSettle(who, text);
  return { speech, room };
}

it('texts that wait when spending is paused are never sent, are given back, and say why', async () => {
  const { speech } = await queued();
  expect(speech.texts).toEqual(['first', 'heard', 'next']);
  expect(speech.desk.paidTextsIn(guildId)).toBe(2);
  const reserved = speech.spentCharacters();
  speech.pause.press('guild', guildId);
  await speech.settle();
  expect(speech.texts).toEqual(['first', 'heard', 'next']);
  expect(speech.spentCharacters()).toBe(reserved - 'third'.length - 'fourth'.length);
  expect(speech.answerTo('third')).toContain('A moderator paused everything that costs money');
  expect(speech.desk.paidTextsIn(guildId)).toBe(2);
  // A refusal is no fault of the service.
  expect(speech.recorded.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
});

it("what the service has already is read until it's over", async () => {
  const { speech, room } = await queued();
  speech.pause.press('owner');
  await speech.settle();
  room.mouth.letGo();
  await speech.settle();
  await speech.clock.advance(10_000);
  expect(speech.answerTo('heard')).toContain('✅ Read');
  expect(speech.answerTo('next')).toContain('✅ Read');
  expect(speech.answerTo('fourth')).toContain("The bot's owner paused");
});

it('a pause in another server leaves the line alone', async () => {
  const { speech } = await queued();
  speech.pause.press(undefined, '400000000000000009');
  await speech.settle();
  expect(speech.answerTo('fourth')).not.toContain('paused');
});

it('a text whose turn comes during a pause is not sent, even if nobody told the line', async () => {
  const { speech, room } = await queued();
  speech.pause.pausesAfter = 1;
  await speech.say(ben, 'fifth');
  room.mouth.letGo();
  await speech.settle();
  expect(speech.texts).toEqual(['first', 'heard', 'next']);
  await speech.clock.advance(10_000);
  expect(speech.answerTo('fifth')).toContain('A moderator paused');
});

it('a file is refused before anything is sent', async () => {
  const speech = openSpeech();
  speech.pause.press('guild', guildId);
  const file = speech.desk.file(speech.order(), {
    text: 'a long text',
    names,
    format: 'mp3',
    maxBytes: 1_000_000,
  });
  await expect(file).rejects.toMatchObject({ facts: { code: 'spending-paused' } });
  expect(speech.texts).toEqual([]);
  expect(speech.spentCharacters()).toBe(0);
});
