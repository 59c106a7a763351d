import { beforeEach, expect, it } from 'vitest';
import { type DiscordStage, openDiscord } from '../../support/discord-stage.ts';
import type { SandboxPerson } from '../../support/sandbox-person.ts';

let sandbox: DiscordStage['sandbox'];
let member: SandboxPerson;

beforeEach(async () => {
  ({ sandbox, member } = await openDiscord({ people: ['member'] }));
});

async function control(path: string, body: unknown): Promise<number> {
  const answer = await fetch(`${sandbox.baseUrl}/sandbox/voice${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.status;
}

it('the page of voice shows who is where, and moderators act over it', async () => {
  const { channels, guildId } = sandbox;
  member.gatewaySend(4, { guild_id: guildId, channel_id: channels.voice });
  await member.until('VOICE_SERVER_UPDATE');
  expect(await control('/moderation', { action: 'mute', userId: member.id, on: true })).toBe(204);
  expect(
    await control('/moderation', { action: 'move', userId: member.id, channelId: channels.workshop }),
  ).toBe(204);
  const answer = await fetch(`${sandbox.baseUrl}/sandbox/voice`);
  expect(await answer.json()).toMatchObject({
    endpoint: sandbox.voice.endpoint,
    states: [{ userId: member.id, channelId: channels.workshop }],
  });
  const state = await member.until(
    'VOICE_STATE_UPDATE',
    ({ channel_id }) => channel_id === channels.workshop,
  );
  expect(state).toMatchObject({ mute: true });
});

it.each([
  { action: 'refuse', code: 4014, count: 1 },
  { action: 'impair', loss: 0.1, seed: 1 },
  { action: 'drop-discovery', count: 2 },
  { action: 'withhold-speakers' },
  { action: 'hold-seats' },
  { action: 'offer-modes', modes: ['aead_xchacha20_poly1305_rtpsize'] },
])('a fault is armed over HTTP: $action', async (fault) => {
  expect(await control('/faults', fault)).toBe(201);
});

it.each([
  { action: 'close' },
  { action: 'impair', loss: 2 },
  { action: 'offer-modes', modes: [] },
  { action: 'explode' },
])('a fault that makes no sense is refused: %j', async (fault) => {
  expect(await control('/faults', fault)).toBe(400);
});

it('nobody is moderated who is in no voice channel', async () => {
  for (const act of [
    { action: 'move', channelId: sandbox.channels.workshop },
    { action: 'disconnect' },
    { action: 'mute', on: true },
    { action: 'suppress', on: false },
  ])
    expect([act, await control('/moderation', { ...act, userId: member.id })]).toEqual([act, 400]);
});
