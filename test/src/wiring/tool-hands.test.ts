import { type Client, PermissionsBitField, type PermissionsString } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { FreshMembers } from '../../../src/discord/fresh-members.ts';
import type { KnowledgeDesk } from '../../../src/knowledge/desk.ts';
import { toolHands } from '../../../src/wiring/tool-hands.ts';
import { recordingLog } from '../../support/fake-log.ts';
import { orderFor, VideoWorld } from '../../support/video-world.ts';

const needed = ['ViewChannel', 'SendMessages', 'AttachFiles', 'ReadMessageHistory'] as const;

async function startedWith(
  held: readonly PermissionsString[],
): Promise<{ world: VideoWorld; error: unknown }> {
  const world = await VideoWorld.open();
  onTestFinished(async () => await world.close());
  const order = orderFor(world);
  const channel = { permissionsFor: () => new PermissionsBitField([...held]) };
  const guild = { members: { me: {} }, channels: { cache: new Map([[order.channelId, channel]]) } };
  const client = { guilds: { cache: new Map([[order.guildId, guild]]) } } as unknown as Client;
  const members = new FreshMembers({ client, clock: world.clock, log: recordingLog().log });
  const knowledge = {} as KnowledgeDesk;
  const { startVideo } = toolHands({ client, members, studio: world.studio, knowledge });
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
  expect(world.spent.records.size + world.jobs.records.size).toBe(0);
});
