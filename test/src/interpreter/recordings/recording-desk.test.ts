import { beforeEach, expect, it } from 'vitest';
import type { Order } from '../../../../src/discord/order.ts';
import type { RecordingDesk } from '../../../../src/interpreter/recordings/recording-desk.ts';
import { renderListening } from '../../../../src/interpreter/recordings/recording-page.ts';
import { wordsFor } from '../../../../src/words/index.ts';
import { fakeActor } from '../../../support/fake-actor.ts';
import {
  ada,
  author,
  bob,
  channelId,
  guildId,
  RecordingsWorld,
  voiceMessage,
} from '../../../support/recordings-world.ts';
import { refusalCode, refusedWith } from '../../../support/rejection.ts';

let world: RecordingsWorld;

beforeEach(async () => {
  world = await RecordingsWorld.open();
  return async () => await world[Symbol.asyncDispose]();
});

const seeing = { guildId, channels: { [channelId]: ['ViewChannel'] } } as const;
const member = fakeActor({ ...seeing, userId: ada });
const other = fakeActor({ ...seeing, userId: bob });
const moderator = fakeActor({ ...seeing, userId: bob, everywhere: ['ManageMessages'] });
const elsewhere = fakeActor({ userId: bob, guildId: '9', everywhere: ['ManageMessages'] });

const refusalOf = (work: () => unknown) => refusedWith(work)?.code;

/** Asks, and has the service say these words. */
async function heard(desk: RecordingDesk, order: Order, text = 'Guten Tag.', translation = 'Hello.') {
  await desk.hear(order, world.recording(await voiceMessage(1)));
  await finish(text, translation);
}

/** The service says these words, and nothing more. */
async function finish(text: string, translation: string) {
  await world.connected();
  world.client.open_[0]?.translate(text, translation);
  await settle();
}

async function settle() {
  for (let step = 0; step < 40; step += 1) await world.clock.advance(100);
}

it('the private answer grows as it comes, and ends with what it cost and its buttons', async () => {
  world.client.holdsFinish = true;
  const order = world.order();
  const desk = world.newDesk();
  await desk.hear(order, world.recording(await voiceMessage(2)));
  expect(world.answerTo(order)).toContain('Getting the recording');
  await world.until(() => world.client.sessions.length > 0);
  const [session] = world.client.sessions;
  await world.clock.advance(1_000);
  session?.tell({ is: 'source', itemId: 'i', sure: 'Wo', unsure: ' ist', language: 'de' });
  await world.clock.advance(1_000);
  expect(world.answerTo(order)).toContain('Wo ist');
  expect(world.answerTo(order)).toContain('Stop');
  session?.translate('Wo ist sie?', 'Where is she?');
  session?.completeFinish('finished');
  await world.clock.advance(2_000);
  expect(world.answerTo(order)).toBe(
    [
      `**🎙️ What <@${author}>'s recording says** · 0:02 · heard as German`,
      'Wo ist\nWo ist sie?',
      '**English**\nWhere is she?',
      '-# Cost 2 s of your live minutes · I keep none of it, so asking again costs again',
      'Share\nRead aloud here\nAs a file',
      'Spoken in another language? Listen again',
    ].join('\n'),
  );
});

it('is in the language that the person reads, and without a translation if that is the one spoken', async () => {
  const desk = world.newDesk();
  const from = async (order: Order) => await desk.languagesFor(order, author);
  expect(await from(world.order({ locale: 'fr', publicLocale: 'ko' }))).toEqual({ from: 'ko', to: 'fr' });
  expect(await from(world.order({ locale: 'uk', publicLocale: 'uk' }))).toEqual({ from: 'en', to: 'en' });
  await world.languages.set(`${guildId}/${ada}`, { speaks: 'it' });
  await world.languages.set(`${guildId}/${author}`, { speaks: 'ja' });
  expect(await from(world.order({ locale: 'fr' }))).toEqual({ from: 'ja', to: 'it' });
  await world.languages.set(`${guildId}/${ada}`, { speaks: 'it', reads: 'ja' });
  expect(await from(world.order())).toEqual({ from: 'ja', to: 'ja' });
  await world.languages.set(`${guildId}/${author}`, { speaks: 'auto' });
  expect(await from(world.order())).toEqual({ from: 'en', to: 'ja' });
  world.detectsLanguage = true;
  expect(await world.newDesk().languagesFor(world.order(), bob)).toMatchObject({ from: 'auto' });

  await world.languages.set(`${guildId}/${author}`, { speaks: 'ja' });
  const order = world.order();
  await heard(desk, order, 'はい。', 'はい。');
  expect(world.answerTo(order).match(/はい/g)).toHaveLength(1);
});

it('can be heard again in another language, in the same answer, and costs again', async () => {
  const desk = world.newDesk();
  const order = world.order();
  await heard(desk, order, 'Gooten talk', 'Gooten talk');
  expect(world.answerTo(order)).toContain('heard as English');
  expect(world.answerTo(order)).toContain('Spoken in another language?');
  const again = world.order();
  for (const [by, language] of [
    [other, 'de'],
    [member, 'xx'],
  ] as const)
    expect(await refusalCode(desk.hearAs(by, order.id, language, again))).toBe('control-expired');
  await desk.hearAs(member, order.id, 'de', again);
  await world.connected();
  expect(world.client.open_[0]?.pair).toBe('de>en');
  await finish('Guten Tag.', 'Hello.');
  expect(world.answerTo(again)).toContain('Guten Tag.');
  expect(await world.paid()).toBe(2);
});

it('says so when there are no words in it, and offers nothing to do with them', async () => {
  const order = world.order();
  await heard(world.newDesk(), order, '', '');
  expect(world.answerTo(order)).toContain("didn't hear any words");
  expect(world.answerTo(order)).not.toContain('Share');
});

it('says why it failed in one sentence with its reference, when it cannot be read', async () => {
  const order = world.order();
  await world.newDesk().hear(order, world.recording(Buffer.from('not a sound')));
  while (!world.answerTo(order).includes('ffmpeg')) await world.clock.advance(1_000);
  expect(world.answerTo(order)).toContain(order.reference);
});

it('what people said is shown as it is, and a long text is cut with the rest in the file', async () => {
  const order = world.order();
  const desk = world.newDesk();
  await heard(desk, order, `**loud** @everyone ${'word '.repeat(600)}end`, 'short');
  expect(world.answerTo(order)).toContain('\\*\\*loud\\*\\* \\@everyone');
  expect(world.answerTo(order)).toContain('Press **As a file** for the rest');
  expect(world.answerTo(order).length).toBeLessThan(4_000);
  const [text] = desk.files(member, order.id);
  expect(Buffer.from(text?.bytes ?? []).toString()).toContain('word end');
});

it('is saved as text and as captions with times', async () => {
  const order = world.order();
  const desk = world.newDesk();
  await desk.hear(order, world.recording(await voiceMessage(2)));
  await world.connected();
  const [session] = world.client.open_;
  session?.tell(
    { is: 'speech-started', itemId: 'i', atMs: 250 },
    { is: 'speech-stopped', itemId: 'i', atMs: 1_300 },
    { is: 'source-done', itemId: 'i', text: 'Ja.', language: 'de' },
    { is: 'target-done', responseId: 'r', text: 'Yes.' },
  );
  await settle();
  const [text, captions] = desk.files(member, order.id).map(({ bytes }) => Buffer.from(bytes).toString());
  expect(text).toBe('Ja.\n\nYes.\n');
  expect(captions).toBe('1\n00:00:00,250 --> 00:00:01,300\nJa.\nYes.\n');
  expect(desk.spokenText(member, order.id)).toBe('Yes.');
});

it('is shared once, in its own channel, by the person who asked and nobody else', async () => {
  const words = wordsFor('en-US');
  await world.languages.set(`${guildId}/${author}`, { speaks: 'de' });
  const order = world.order();
  const desk = world.newDesk();
  await heard(desk, order);
  expect(refusalOf(() => desk.share(other, order.id, channelId, words))).toBe('control-expired');
  expect(refusalOf(() => desk.share(moderator, order.id, channelId, words))).toBe('control-expired');
  expect(refusalOf(() => desk.share(member, order.id, '77', words))).toBe('control-expired');
  const shared = JSON.stringify(desk.share(member, order.id, channelId, words));
  expect(shared).toContain('Hello.');
  expect(shared).not.toContain('Cost');
  expect(refusalOf(() => desk.share(member, order.id, channelId, words))).toBe('recording-shared-already');
});

it('is stopped by the person who asked and by moderators, and by nobody else', async () => {
  world.client.holdsFinish = true;
  const desk = world.newDesk();
  for (const by of [member, moderator]) {
    const order = world.order();
    await desk.hear(order, world.recording(await voiceMessage(5)));
    await world.connected();
    expect(refusalOf(() => desk.stop(other, order.id))).toBe('control-expired');
    expect(refusalOf(() => desk.files(member, order.id))).toBe('control-expired');
    desk.stop(by, order.id);
    await world.clock.advance(2_000);
    expect(world.answerTo(order)).toContain('Stopped');
    expect(refusalOf(() => desk.stop(by, order.id))).toBe('control-expired');
  }
});

it('is listed with what waits for people who may stop it, whether an answer shows it or not', async () => {
  world.atOnce = 1;
  world.client.holdsFinish = true;
  const desk = world.newDesk();
  const file = await voiceMessage(5);
  const order = world.order();
  await desk.hear(order, world.recording(file));
  await world.connected();
  // Written down by itself: nothing is shown of it before it's heard.
  const written = world.request(world.recording(file, { authorId: bob }), { userId: bob });
  await desk.hearForAll(written);
  const named = (actor: typeof member) => desk.stoppableBy(actor).map(({ request }) => request.id);
  expect(named(moderator)).toEqual([order.id, written.id]);
  expect(named(member)).toEqual([order.id]);
  expect(named(other)).toEqual([written.id]);
  expect(named(elsewhere)).toEqual([]);
  const page = JSON.stringify(renderListening(desk.stoppableBy(moderator), undefined, wordsFor('en-US')));
  expect(page).toContain('listening to 2 recordings');
  expect(page).toContain(`<@${author}> in <#${channelId}>`);
  expect(page).toContain(`Asked by <@${ada}>`);
  expect(page).not.toContain(`Asked by <@${bob}>`);
  expect(page).toContain('1 ahead of you');
  expect(page).toContain(`interpret:recording-cancel:${written.id}`);
  expect(refusalOf(() => desk.stop(member, written.id))).toBe('control-expired');
  desk.stop(moderator, written.id);
  desk.stop(moderator, order.id);
  expect(named(moderator)).toEqual([]);
  await world.clock.advance(2_000);
  expect(world.client.open_).toEqual([]);
  expect(world.running.records.size).toBe(0);
  expect(world.spent).toBeLessThan(5);
});

it('is listed eight at a time, because a message holds no more', async () => {
  world.atOnce = 1;
  const desk = world.newDesk();
  const file = await voiceMessage(1);
  for (let index = 0; index < 10; index += 1)
    await desk.hearForAll(world.request(world.recording(file), { userId: `30000000000000000${index}` }));
  const { components } = renderListening(desk.stoppableBy(moderator), 'Stopped', wordsFor('zh-CN'));
  const page = JSON.stringify(components);
  expect(page.match(/recording-cancel/g)).toHaveLength(8);
  expect(page.match(/"type":/g)?.length).toBeLessThanOrEqual(38);
  expect(page).toContain('队列里还有 2 条');
});

it('is kept for fifteen minutes at most, and not at all once its author or reader is forgotten', async () => {
  const desk = world.newDesk();
  const first = world.order();
  await heard(desk, first);
  expect(refusalOf(() => desk.files(member, first.id))).toBeUndefined();
  await world.clock.advance(15 * 60_000);
  expect(refusalOf(() => desk.files(member, first.id))).toBe('control-expired');
  const second = world.order();
  await heard(desk, second);
  desk.forget(author);
  expect(refusalOf(() => desk.files(member, second.id))).toBe('control-expired');
});

it('ends with the process in words', async () => {
  const order = world.order();
  const desk = world.newDesk();
  await desk.hear(order, world.recording(await voiceMessage(5)));
  await world.connected();
  const closed = desk.close();
  await world.until(() => world.answerTo(order).includes("I'm restarting"));
  await closed;
});
