import { describe, expect, it } from 'vitest';
import type { Grant } from '../../../src/community/settings-pages.ts';
import { mayUse, withGrants } from '../../../src/knowledge/access.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import {
  guildId,
  handbook,
  KnowledgeWorld,
  type KnowledgeWorldOptions,
  moderator,
  otherGuildId,
  reader,
} from '../../support/knowledge-world.ts';
import { refusalCode } from '../../support/rejection.ts';

const channelId = reader.channelIds[0] ?? '';
const roleId = '500000000000000001';
const decided = (...grants: readonly Grant[]) => ({ grants: { handbook: [...grants] }, mentions: true });

describe('who may use a base', () => {
  it('is everybody of the servers that the operator named, until moderators decide', () => {
    expect(mayUse(handbook, reader, { grants: {} })).toBe(true);
    expect(mayUse({ ...handbook, open: 'moderators' }, reader, { grants: {} })).toBe(false);
    expect(mayUse({ ...handbook, open: 'moderators' }, moderator, { grants: {} })).toBe(true);
  });

  it('is nobody of another server, whatever is decided there', () => {
    const there = { ...moderator, guildId: otherGuildId };
    expect(mayUse(handbook, there, decided({}))).toBe(false);
    expect(mayUse({ ...handbook, guilds: 'all' }, there, { grants: {} })).toBe(true);
  });

  it.each([
    ['a channel', { channelId }, true],
    ['another channel', { channelId: '300000000000000007' }, false],
    ['a role that the person lacks', { roleId }, false],
    ['everybody', {}, true],
    ['the channel, for a role that the person lacks', { channelId, roleId }, false],
  ] as const)('can be limited to %s', (_what, grant, allowed) => {
    expect(mayUse(handbook, reader, decided(grant))).toBe(allowed);
    expect(mayUse(handbook, moderator, decided(grant))).toBe(true);
  });

  it('has the role, in any channel of those named', () => {
    const holder = { ...reader, roleIds: [...reader.roleIds, roleId] };
    expect(mayUse(handbook, holder, decided({ roleId }))).toBe(true);
    expect(
      mayUse(handbook, holder, decided({ channelId: '300000000000000007' }, { channelId, roleId })),
    ).toBe(true);
  });

  it('is told apart: nothing set up, nothing allowed, no such base', async () => {
    const codeWith = async (options: KnowledgeWorldOptions, wanted?: string) =>
      await refusalCode(new KnowledgeWorld(options).desk.bases.pick(reader, wanted));
    const elsewhere = { ...handbook, guilds: [otherGuildId] };
    expect(await codeWith({ configured: false })).toBe('knowledge-not-configured');
    expect(await codeWith({ bases: [elsewhere] })).toBe('knowledge-not-configured');
    expect(await codeWith({ bases: [{ ...handbook, open: 'moderators' }] })).toBe('knowledge-not-allowed');
    const secret = { ...elsewhere, id: 'secret', name: 'Secret' };
    expect(await codeWith({ bases: [handbook, secret] }, 'secret')).toBe('knowledge-base-unknown');
  });

  it('names a base by its id or by its name', async () => {
    const world = new KnowledgeWorld();
    expect((await world.desk.bases.pick(reader, 'handbook')).id).toBe('handbook');
    expect((await world.desk.bases.pick(reader, ' HANDBOOK ')).id).toBe('handbook');
  });

  it('is kept for the server, one change at a time, and a change that fails changes nothing', async () => {
    const { desk } = new KnowledgeWorld();
    const change = async (to: Parameters<typeof withGrants>[2]) =>
      await desk.decisions.change({ guildId, userId: '100' }, (page) => withGrants(page, 'handbook', to));
    await Promise.all([
      change((before = []) => [...before, { channelId }]),
      change((before = []) => [...before, { roleId }]),
    ]);
    const failing = change(() => {
      throw new Refusal({ code: 'knowledge-grant-unknown' });
    });
    await expect(failing).rejects.toThrow();
    expect(await desk.decisions.of(guildId)).toEqual(decided({ channelId }, { roleId }));
    expect(await desk.decisions.of(otherGuildId)).toEqual({ grants: {}, mentions: true });
  });
});

describe('an answer that others learn of, too', () => {
  const secret = { ...handbook, id: 'secret', name: 'Secret', open: 'moderators' } as const;
  const question = 'what are the rules';

  it('comes out of what each of them may use, and of nothing else', async () => {
    const world = new KnowledgeWorld({ bases: [handbook, secret] });
    const searched = async (...others: readonly (typeof reader)[]) =>
      (await world.done(world.desk.answers.findForAll(moderator, others, question))).searched.map(
        ({ id }) => id,
      );
    expect(await searched()).toEqual(['handbook', 'secret']);
    expect(await searched(moderator)).toEqual(['handbook', 'secret']);
    expect(await searched(moderator, reader)).toEqual(['handbook']);
  });

  it('is refused where there is nothing that all of them may use', async () => {
    const world = new KnowledgeWorld({ bases: [secret] });
    const { answers } = world.desk;
    const codeFor = async (asker: typeof reader, other: typeof reader) =>
      await refusalCode(answers.findForAll(asker, [other], question));
    expect(await codeFor(moderator, reader)).toBe('knowledge-not-for-room');
    expect(await codeFor(reader, moderator)).toBe('knowledge-not-allowed');
  });
});
