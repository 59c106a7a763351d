import { type Client, PermissionsBitField, type PermissionsString } from 'discord.js';
import { expect, it } from 'vitest';
import { FeatureGate } from '../../../src/community/feature-access.ts';
import { FreshMembers } from '../../../src/discord/fresh-members.ts';
import { OpenBases } from '../../../src/knowledge/access.ts';
import type { KnowledgeBase } from '../../../src/knowledge/base-listing.ts';
import type { KnowledgeDesk } from '../../../src/knowledge/desk.ts';
import type { VideoStudio } from '../../../src/video/studio.ts';
import { toolHands } from '../../../src/wiring/tool-hands.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog } from '../../support/fake-log.ts';
import { memorySettings } from '../../support/fake-settings.ts';
import { orderFor, VideoWorld } from '../../support/video-world.ts';

const needed = ['ViewChannel', 'SendMessages', 'AttachFiles', 'ReadMessageHistory'] as const;

async function startedWith(
  held: readonly PermissionsString[],
  blocked: readonly string[] = [],
): Promise<{ world: VideoWorld; error: unknown }> {
  const world = await VideoWorld.open();
  const order = orderFor(world);
  const channel = { permissionsFor: () => new PermissionsBitField([...held]) };
  const guild = { members: { me: {} }, channels: { cache: new Map([[order.channelId, channel]]) } };
  const client = { guilds: { cache: new Map([[order.guildId, guild]]) } } as unknown as Client;
  const member = {
    id: order.userId,
    guild: { ...guild, id: order.guildId },
    roles: { cache: new Map() },
    voice: { channelId: null },
    permissions: new PermissionsBitField(),
  };
  const members = { of: async () => member } as unknown as FreshMembers;
  const knowledge = {} as KnowledgeDesk;
  const page = memorySettings().page('access');
  await page.change(order, (before) => ({ ...before, video: { ...before.video, blocked: [...blocked] } }));
  const gate = new FeatureGate(page);
  const { startVideo } = toolHands({ client, members, studio: world.studio, knowledge, gate });
  const error = await startVideo?.(order, { prompt: 'a kite', duration: undefined }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { world, error };
}

it('a video that was asked for aloud is begun where it can be delivered', async () => {
  const { world, error } = await startedWith(needed);
  expect(error).toBeUndefined();
  expect(world.jobs.records.size).toBe(1);
});

it.each(needed)('nothing is spent on one where the bot lacks %s', async (missing) => {
  const { world, error } = await startedWith(needed.filter((each) => each !== missing));
  expect(error).toMatchObject({ facts: { code: 'bot-lacks-permissions', permissions: [missing] } });
  expect([world.spent.isUntouched, world.jobs.records.size]).toEqual([true, 0]);
});

it('nothing is spent on one of a person whom moderators block from videos', async () => {
  const { world, error } = await startedWith(needed, ['2000000000000000001']);
  expect(error).toMatchObject({ facts: { code: 'feature-blocked' } });
  expect([world.spent.isUntouched, world.jobs.records.size]).toEqual([true, 0]);
});

it('asks Discord for the roles of everybody who hears it, and takes no answer for a no', async () => {
  const guildId = '400000000000000001';
  const [voice, mods, ada, ben] = ['300000000000000009', '500000000000000001', 'ada', 'ben'];
  /** What Discord says by now; a role is kept in the cache long after it was taken away. */
  const roles = new Map([
    [ada, [mods]],
    [ben, [mods]],
  ]);
  const clock = new FakeClock();
  const none = new PermissionsBitField();
  const memberOf = (id: string) => ({
    id,
    user: { bot: false },
    permissions: none,
    roles: { cache: new Map((roles.get(id) ?? []).map((roleId) => [roleId, {}])) },
    guild,
  });
  let isSilent = false;
  const guild = {
    id: guildId,
    channels: { cache: new Map() },
    voiceStates: {
      cache: new Map([ada, ben].map((id) => [id, { id, channelId: voice, member: undefined }])),
    },
    members: {
      me: { voice: { channelId: voice } },
      fetch: async ({ user }: { readonly user: string }) => {
        if (isSilent) throw new Error('503');
        return memberOf(user);
      },
    },
  };
  const client = { guilds: { cache: new Map([[guildId, guild]]) } } as unknown as Client;
  const base = {
    id: 'handbook',
    name: 'Handbook',
    guilds: 'all',
    open: 'nobody',
  } as unknown as KnowledgeBase;
  const decisions = memorySettings().page('knowledge');
  const grants = { handbook: [{ roleId: mods }] };
  await decisions.change({ guildId, userId: '100' }, (page) => ({ ...page, grants }));
  const knowledge = { bases: new OpenBases([base], decisions) } as unknown as KnowledgeDesk;
  const members = new FreshMembers({ client, clock, log: recordingLog().log });
  const { actorOf, mayAllRead } = toolHands({
    ...{ client, members, studio: {} as VideoStudio, knowledge },
    gate: new FeatureGate(memorySettings().page('access')),
  });
  const ask = async () => await mayAllRead?.({ guildId, channelId: voice, baseIds: ['handbook'] });
  expect(await ask()).toBe(true);
  roles.set(ben, []);
  await clock.advance(60_000);
  expect(await ask()).toBe(false);
  await clock.advance(60_000);
  isSilent = true;
  await expect(ask()).rejects.toMatchObject({ facts: { code: 'roles-unknown' } });
  await expect(actorOf(guildId, ada)).rejects.toMatchObject({ facts: { code: 'roles-unknown' } });
});
