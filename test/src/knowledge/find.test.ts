import { describe, expect, test } from 'vitest';
import { languageOf } from '../../../src/knowledge/find.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import type { Passage } from '../../../src/service/knowledge/client.ts';
import { fakeActor } from '../../support/fake-actor.ts';
import { FakeLibrary, handbook, KnowledgeWorld, reader } from '../../support/knowledge-world.ts';
import { refusal, refusalCode, rejection } from '../../support/rejection.ts';

const it = test.extend('world', () => new KnowledgeWorld());

const [channelId = ''] = reader.channelIds;
const passage = (text: string, score: number, metadata: Passage['metadata'] = {}): Passage => ({
  text,
  score,
  metadata,
});
const failure = { fault: 'server', code: 'InternalError', nothingHappened: false } as const;

describe('passages', () => {
  it('are the three best at most, none below the least score, each with its document', async ({ world }) => {
    world.library.passages = [
      passage('d', 0.31),
      passage('a', 0.9, { doc_id: 'd1', doc_name: 'Rules.md' }),
      passage('x', 0.29),
      passage('c', 0.5),
      passage('b', 0.8),
    ];
    const { passages } = await world.desk.answers.find(reader, 'what?');
    expect(passages.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(passages[0]).toMatchObject({ documentId: 'd1', documentName: 'Rules.md', base: handbook });
    expect(world.library.retrieves).toEqual([
      { indexId: 'idx-handbook', query: 'what?', count: 3, leastScore: 0.3 },
    ]);
  });

  it('are none when nothing is good enough', async ({ world }) => {
    world.library.passages = [passage('x', 0.2)];
    expect((await world.desk.answers.find(reader, 'what?')).passages).toEqual([]);
  });

  it('cost one call for the same question within a minute', async ({ world }) => {
    await world.desk.answers.find(reader, 'What  now?');
    await world.desk.answers.find(reader, 'what now?');
    expect(world.library.retrieves).toHaveLength(1);
    await world.clock.advance(60_000);
    await world.desk.answers.find(reader, 'what now?');
    expect(world.library.retrieves).toHaveLength(2);
  });

  it('that stand in two bases are shown once, and a base that fails does not hide the others', async () => {
    const rules = { ...handbook, id: 'rules', workspaceId: 'ws-rules' };
    const world = new KnowledgeWorld({ bases: [handbook, rules] });
    const other = new FakeLibrary(world.clock);
    world.others.set('ws-rules', other);
    world.library.passages = [passage('same', 0.8)];
    other.passages = [passage(' same', 0.9), passage('own', 0.4)];
    const finding = world.desk.answers.find(reader, 'one');
    await world.clock.advance(2_000);
    expect((await finding).passages.map(({ text, base }) => [text, base.id])).toEqual([
      [' same', 'rules'],
      ['own', 'rules'],
    ]);
    other.fail(failure);
    const again = world.desk.answers.find(reader, 'two');
    await world.clock.advance(2_000);
    expect(await again).toMatchObject({ passages: [{ text: 'same' }], failed: [{ id: 'rules' }] });
  });

  it('are not searched where the operator has no search, without a question, or when all bases fail', async () => {
    const off = new KnowledgeWorld({ searchable: false });
    expect(await refusalCode(off.desk.answers.find(reader, 'what?'))).toBe('knowledge-no-contents');
    const world = new KnowledgeWorld();
    const empty = world.desk.answers.find(reader, ' \u200b ');
    expect(await refusalCode(empty)).toBe('knowledge-question-empty');
    world.library.fail(failure);
    expect((await rejection(world.desk.answers.find(reader, 'what?'), ServiceError)).fault).toBe('server');
  });

  it('are only those of bases that the person may use here', async () => {
    const closed = { ...handbook, id: 'closed', open: 'moderators' as const };
    const world = new KnowledgeWorld({ bases: [closed, handbook] });
    const { searched } = await world.desk.answers.find(reader, 'what?');
    expect(searched.map(({ id }) => id)).toEqual(['handbook']);
  });
});

describe('the language of a question', () => {
  it.each([
    ['How do I appeal?', 'en-US'],
    ['封禁可以申诉吗？', 'zh-CN'],
    ['Discord 上怎么申诉', 'zh-CN'],
    ['どうすれば申請できますか', undefined],
    ['Как обжаловать?', undefined],
    ['???', undefined],
  ])('of %s is %s', (question, language) => {
    expect(languageOf(question)).toBe(language);
  });
});

describe('what did not help', () => {
  it('is listed once for each question, counted, without who asked, and can be done with', async () => {
    const world = new KnowledgeWorld();
    const ask = async (question: string) => {
      const { id, record } = await world.done(world.desk.answers.ask(reader, question, undefined));
      // As if it was shared: others can press its buttons, too.
      await world.desk.pages.keep(id, { ...record, audience: { is: 'channel', channelId } });
      return id;
    };
    const first = await ask('Where is the map?');
    expect(await world.desk.answers.unhelpful(reader, first)).toBe(true);
    expect(await world.desk.answers.unhelpful(reader, first)).toBe(false);
    expect(await world.desk.answers.unhelpful({ ...reader, userId: '9' }, first)).toBe(true);
    await world.clock.advance(1_000);
    await world.desk.answers.unhelpful(reader, await ask('where is the MAP'));
    await world.desk.answers.unhelpful(reader, await ask('Another'));
    const gaps = await world.desk.gaps.list(reader);
    expect(gaps.map(({ question, count, found }) => [question, count, found])).toEqual([
      ['Another', 1, false],
      ['where is the MAP', 3, false],
    ]);
    expect([...world.gaps.records.values()].join()).not.toContain(reader.userId);
    await world.desk.gaps.remove(reader, [gaps[0]?.id ?? '']);
    expect(await world.desk.gaps.list(reader)).toHaveLength(1);
  });

  it("is nobody's business who cannot see the channel in which it was asked", async ({ world }) => {
    await world.desk.gaps.add(reader, 'Who is in charge?', false);
    const [gap] = await world.desk.gaps.list(reader);
    const blind = fakeActor({
      userId: '8',
      guildId: reader.guildId,
      everywhere: ['ManageGuild'],
      channels: { '300000000000000002': ['ViewChannel', 'ManageGuild'] },
    });
    expect(await world.desk.gaps.list(blind)).toEqual([]);
    await world.desk.gaps.remove(blind, [gap?.id ?? '']);
    expect(await world.desk.gaps.list(reader)).toHaveLength(1);
    await world.desk.gaps.add({ ...reader, channelIds: ['300000000000000002'] }, 'who is in charge', false);
    expect((await world.desk.gaps.list(blind)).map(({ count }) => count)).toEqual([2]);
  });

  it('is said by the one who asked, until they shared the answer', async ({ world }) => {
    const { id } = await world.done(world.desk.answers.ask(reader, 'Where is the map?', undefined));
    const other = { ...reader, userId: '9' };
    for (const attempt of [world.desk.answers.unhelpful(other, id), world.desk.page(other, id)])
      expect(await refusal(attempt)).toEqual({ code: 'control-expired' });
    expect(await world.desk.page(reader, id)).toMatchObject({ question: 'Where is the map?' });
  });

  it('is kept for 90 days, 200 questions at most', async ({ world }) => {
    for (let at = 0; at < 203; at += 1) await world.desk.gaps.add(reader, `Question ${at}`, true);
    expect(await world.desk.gaps.list(reader)).toHaveLength(200);
    await world.clock.advance(91 * 86_400_000);
    expect(await world.desk.gaps.list(reader)).toEqual([]);
  });
});
