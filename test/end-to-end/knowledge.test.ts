import { beforeAll, describe, expect, it } from 'vitest';
import { hostileNames } from '../../sandbox/service/knowledge/names.ts';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { controlOf, isPrivate, knowledge, namesIn, said, saying } from '../support/knowledge-scene.ts';
import { Stage } from '../support/stage.ts';

const library = 'idx-library';
const rules = 'idx-rules';

describe('/knowledge, with the bot as a process and 10,000 documents', () => {
  let stage: Stage;
  let member: SandboxPerson;
  let moderator: SandboxPerson;
  let general: string;

  beforeAll(async () => {
    stage = await Stage.open({
      service: { knowledge: { retrievesPerSecond: 20 } },
      env: { KNOWLEDGE_SEARCHES_PER_SECOND: '20' },
    });
    member = await stage.person('member');
    moderator = await stage.person('moderator');
    general = stage.discord.channels.general;
    return async () => await stage.close();
  });

  it('search shows a page in private, and its pages can be turned after the bot was killed', async () => {
    const first = await knowledge(member, general, 'search', { base: 'library' }, '1–10 of 10,000');
    expect(isPrivate(first)).toBe(true);
    const shown = namesIn(first);
    expect(shown).toHaveLength(10);
    await stage.crash();
    stage.service.knowledge.arrive(library, { name: 'Arrived meanwhile.md' });
    await member.click(first, 'Next');
    const second = await member.untilMessage((message) => message.id === first.id && saying('11–')(message));
    expect(namesIn(second)).not.toContain('Arrived meanwhile.md');
    for (const name of namesIn(second)) expect(shown).not.toContain(name);
    await member.click(second, 'Previous');
    await member.untilMessage((message) => message.id === first.id && saying('1–10 of')(message));
  });

  it('details tell why an import failed, in words', async () => {
    stage.service.knowledge.arrive(rules, {
      name: 'Broken **plan**.pdf',
      type: 'pdf',
      importMs: 0,
      failure: { code: 'FileParseFailed', message: 'The file is damaged.' },
    });
    const found = await knowledge(
      member,
      general,
      'search',
      { base: 'rules', name: 'broken', status: 'INSERT_ERROR' },
      'import failed',
    );
    const invoked = await member.select(found, controlOf(found, 'details'), ['0']);
    const details = await member.answerTo(invoked, saying('The service says'));
    expect(isPrivate(details)).toBe(true);
    expect(said(details)).toContain('Open it, save it again');
    expect(said(details)).toContain('FileParseFailed');
    expect(said(details)).toContain('500 characters each');
    expect(said(details)).toContain('Broken \\\\*\\\\*plan');
  });

  it('what one person found is shared with everybody once', async () => {
    const found = await knowledge(member, general, 'search', { base: 'rules' }, 'Share');
    const invoked = await member.click(found, 'Share');
    const shared = await moderator.untilMessage(saying('Shared by'));
    expect(isPrivate(shared)).toBe(false);
    expect(namesIn(shared)).toEqual(namesIn(found));
    await member.answerTo(invoked, saying('Shared by'));
    await member.click(found, 'Share');
    await member.untilMessage(saying('already been shared here'));
    const again = await moderator.select(shared, controlOf(shared, 'details'), ['0']);
    await moderator.answerTo(again, saying('Split into pieces'));
  });

  it('ask shows passages, privately in the language of the reader, and what did not help becomes a gap', async () => {
    const answer = await knowledge(
      member,
      general,
      'ask',
      { question: 'Can a ban be appealed?', base: 'library' },
      'appealed once, thirty days',
    );
    expect(isPrivate(answer)).toBe(true);
    const details = await member.click(answer, 'Details 1');
    await member.answerTo(details, saying('Split into pieces'));
    await knowledge(member, general, 'ask', { question: '封禁可以申诉吗？', base: 'library' }, 'Not helpful');
    const none = await knowledge(
      member,
      general,
      'ask',
      { question: 'How do I bake sourdough?', base: 'library' },
      "couldn't find a good answer",
    );
    const thanks = await member.click(none, 'Not helpful');
    await member.answerTo(thanks, saying('Moderators will see this question'));
    const gaps = await knowledge(moderator, general, 'gaps', {}, 'bake sourdough');
    expect(said(gaps)).not.toContain(member.id);
    const menu = /"value":"([\w-]{8})"/.exec(said(gaps))?.[1] ?? '';
    await moderator.select(gaps, controlOf(gaps, 'gaps-done'), [menu]);
    await moderator.untilMessage((message) => message.id === gaps.id && saying('No questions yet')(message));
  });

  it('answers who mentions it, and asks on when its answer is replied to', async () => {
    const answerTo = async (id: string, sign: string) =>
      await moderator.untilMessage(
        (message) => message.message_reference?.message_id === id && saying(sign)(message),
      );
    const asked = await member.send(general, `<@${stage.discord.botUserId}> Can a ban be appealed?`);
    const answer = await answerTo(asked.id, 'appealed once, thirty days');
    await moderator.until('TYPING_START', ({ user_id: id }) => id === stage.discord.botUserId);
    expect(answer.mentions.map(({ id }) => id)).toEqual([member.id]);
    const reply = { content: 'And by whom?', message_reference: { message_id: answer.id } };
    const on = await member.send(general, reply);
    expect(said(await answerTo(on.id, 'Together with “Can a ban be appealed?”'))).toContain('appealed once');
    await knowledge(moderator, general, 'use', { mentions: false }, "don't answer questions");
  });

  it('health counts, and a watched import is told once, also when the bot was killed meanwhile', async () => {
    const health = await knowledge(moderator, general, 'health', { base: 'rules' }, 'import failed');
    expect(health.attachments).toEqual([]);
    const watching = await moderator.click(health, 'Watch');
    await moderator.answerTo(watching, saying("I'll post in"));
    stage.service.knowledge.arrive(rules, { name: 'Slow import.md', importMs: 3_000 });
    stage.service.knowledge.arrive(rules, {
      name: 'Bad import.md',
      importMs: 0,
      failure: { code: 'EmptyContent', message: 'No text was found in the file.' },
    });
    const told = () =>
      stage.discord.state
        .messages(general)
        .filter((message) => JSON.stringify(message).includes('👁️'))
        .map((message) => JSON.stringify(message));
    await eventually(() => told().some((message) => message.includes('Bad import')), 'the failure');
    await stage.crash();
    await eventually(() => told().some((message) => message.includes('Slow import')), 'the end');
    for (const name of ['Bad import.md', 'Slow import.md'])
      expect(told().filter((message) => message.includes(`"label":"${name}"`))).toHaveLength(1);
  });

  it('export hands over a table in which nothing is a formula', async () => {
    stage.service.knowledge.arrive(rules, {
      name: '=HYPERLINK("https://example.org","open").md',
      importMs: 0,
    });
    const exported = await knowledge(moderator, general, 'export', { base: 'rules' }, 'documents in');
    const url = exported.attachments[0]?.url ?? '';
    const csv = await (await fetch(url)).text();
    expect(csv).toContain(`'=HYPERLINK`);
    expect(csv).not.toMatch(/(^|[,"])=/m);
    expect(isPrivate(exported)).toBe(true);
  });

  it('nobody sees what another server was given', async () => {
    await member.invoke(general, ['knowledge', 'search'], { base: 'other' });
    await member.untilMessage(saying("doesn't have that knowledge base"));
    await member.invoke(general, ['knowledge', 'search'], { base: 'drafts' });
    const bases = await member.autocomplete(general, ['knowledge', 'search'], 'base', { base: '' });
    expect(bases.map(({ value }) => value)).toEqual(['library', 'rules']);
  });

  it('moderators decide by channel and role', async () => {
    const { videos } = stage.discord.channels;
    await knowledge(
      moderator,
      general,
      'use',
      { base: 'library', action: 'allow', channel: videos },
      'Saved',
    );
    await member.invoke(general, ['knowledge', 'search'], { base: 'library' });
    await knowledge(member, videos, 'search', { base: 'library' }, 'of 10,0');
    await knowledge(moderator, general, 'use', { base: 'library', action: 'reset' }, 'everyone, everywhere');
    await knowledge(member, general, 'search', { base: 'library' }, 'of 10,0');
  });

  it('finds documents whatever they are called, by exactly that name', async () => {
    for (const name of hostileNames) {
      const found = await knowledge(
        member,
        general,
        'search',
        { base: 'library', name, match: 'exact' },
        'Details of',
      );
      const invoked = await member.select(found, controlOf(found, 'details'), ['0']);
      const details = await member.answerTo(invoked, saying('Split into pieces'));
      expect(details.mentions, name).toEqual([]);
      expect(details.mention_everyone, name).toBe(false);
    }
  });

  it('a suggestion that was cut finds its document', async () => {
    const typed = { base: 'library', name: 'a very long name' };
    const [choice] = await member.autocomplete(general, ['knowledge', 'search'], 'name', typed);
    expect(String(choice?.value).length).toBeLessThanOrEqual(100);
    const name = String(choice?.value);
    const found = await knowledge(member, general, 'search', { base: 'library', name }, 'Details of');
    expect(namesIn(found)[0]).toContain('a very long name');
  });

  it('suggests names while they are typed', async () => {
    const choices = await member.autocomplete(general, ['knowledge', 'search'], 'name', {
      base: 'library',
      name: 'raid resp',
    });
    expect(choices.length).toBeGreaterThan(0);
    for (const { name } of choices) expect(name.toLowerCase()).toContain('raid resp');
  });
});
