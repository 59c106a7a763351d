import type { PermissionsString, RepliableInteraction } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { beginGuards } from '../../../src/discord/dispatcher.ts';
import { botMay, type Guard, youMay } from '../../../src/discord/guards.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { FakeInteraction, type FakeInteractionOptions } from '../../support/fake-interaction.ts';
import { refusedWith } from '../../support/rejection.ts';

const repliable = (options: FakeInteractionOptions = {}) =>
  new FakeInteraction(options).real as RepliableInteraction<'cached'>;

const refusalOf = (guard: Guard, options: FakeInteractionOptions) =>
  refusedWith(() => guard.check(repliable(options)));

describe('guards', () => {
  it('name what the bot lacks in the channel', () => {
    const guard = botMay('ViewChannel', 'SendMessages', 'AttachFiles');
    expect(refusalOf(guard, { botMay: ['ViewChannel'] })).toEqual({
      code: 'bot-lacks-permissions',
      permissions: ['SendMessages', 'AttachFiles'],
      channelId: '300000000000000001',
    });
    expect(refusalOf(guard, { botMay: ['ViewChannel', 'SendMessages', 'AttachFiles'] })).toBeUndefined();
  });

  it('want the permission for threads in a thread', () => {
    const guard = botMay('SendMessages');
    const inThread = (botMay: readonly PermissionsString[]) => refusalOf(guard, { inThread: true, botMay });
    expect(inThread(['SendMessages'])).toMatchObject({ permissions: ['SendMessagesInThreads'] });
    expect(inThread(['SendMessagesInThreads'])).toBeUndefined();
  });

  it('name what the person lacks, and let administrators pass', () => {
    expect(refusalOf(youMay('ManageGuild'), { youMay: ['SendMessages'] })).toEqual({
      code: 'you-lack-permissions',
      permissions: ['ManageGuild'],
    });
    expect(refusalOf(youMay('ManageGuild'), { youMay: ['Administrator'] })).toBeUndefined();
  });

  it('ask for what the person may do in the whole server, not in one channel', () => {
    const guard = youMay('ManageMessages');
    expect(refusalOf(guard, { youMay: [], youMayHere: ['ManageMessages'] })).toEqual({
      code: 'you-lack-permissions',
      permissions: ['ManageMessages'],
    });
    expect(refusalOf(guard, { youMay: ['ManageMessages'], youMayHere: [] })).toBeUndefined();
  });
});

describe('running guards', () => {
  const passing = (calls: string[], name: string): Guard => ({ name, check: () => void calls.push(name) });

  it('throws the first refusal that comes at once, and asks no guard after it', () => {
    const calls: string[] = [];
    const refusing: Guard = {
      name: 'refusing',
      check: () => {
        throw new Refusal({ code: 'not-yours', anyOf: ['ManageMessages'] });
      },
    };
    expect(() => beginGuards([passing(calls, 'a'), refusing, passing(calls, 'b')], repliable())).toThrow(
      Refusal,
    );
    expect(calls).toEqual(['a']);
  });

  it('leaves what needs time, and all after it, for later', async () => {
    const calls: string[] = [];
    const answer = Promise.withResolvers<void>();
    const slow: Guard = { name: 'slow', check: () => answer.promise };
    const finish = beginGuards([passing(calls, 'a'), slow, passing(calls, 'b')], repliable());
    expect(calls).toEqual(['a']);
    answer.resolve();
    await finish();
    expect(calls).toEqual(['a', 'b']);
  });

  it('keeps a late refusal until somebody asks for it', async () => {
    const slow: Guard = {
      name: 'slow',
      check: async () => Promise.reject(new Refusal({ code: 'not-yours', anyOf: ['ManageMessages'] })),
    };
    const finish = beginGuards([slow], repliable());
    await new Promise((resolve) => setImmediate(resolve));
    await expect(finish()).rejects.toThrow('refused: not-yours');
  });
});
