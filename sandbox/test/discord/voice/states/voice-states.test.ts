import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type DiscordStage, enter, openDiscord } from '../../../support/discord-stage.ts';
import { RawGateway } from '../../../support/raw-gateway.ts';
import type { SandboxPerson } from '../../../support/sandbox-person.ts';
import { joinVoice } from '../../../support/voice-person.ts';

const it = test.extend('member', () => person('member'));

interface StateSeen {
  readonly user_id: string;
  readonly channel_id: string | null;
  readonly guild_id: string;
  readonly session_id: string;
  readonly mute: boolean;
  readonly deaf: boolean;
  readonly self_mute: boolean;
  readonly self_deaf: boolean;
  readonly suppress: boolean;
  readonly request_to_speak_timestamp: string | null;
}

let sandbox: DiscordStage['sandbox'];

beforeEach(async () => {
  ({ sandbox } = await openDiscord());
});

const person = (name: Parameters<typeof enter>[1]) => enter(sandbox, name);

function join(
  who: SandboxPerson,
  channelId: string | null,
  more: Readonly<Record<string, unknown>> = {},
): void {
  who.gatewaySend(4, {
    guild_id: sandbox.guildId,
    channel_id: channelId,
    self_mute: false,
    self_deaf: false,
    ...more,
  });
}

async function seen(who: SandboxPerson, matches: (state: StateSeen) => boolean): Promise<StateSeen> {
  return (await who.until('VOICE_STATE_UPDATE', (data) => matches(data as never))) as never;
}

const path = (rest: string): string => `/guilds/${sandbox.guildId}${rest}`;

describe('joining a voice channel', () => {
  it('is told to everybody who sees it, and the server to the one who joined only', async ({ member }) => {
    const watcher = await person('newcomer');
    join(member, sandbox.channels.voice, { self_deaf: true });
    const state = await seen(watcher, ({ user_id }) => user_id === member.id);
    expect(state).toMatchObject({ channel_id: sandbox.channels.voice, self_deaf: true, suppress: false });
    const server = await member.until('VOICE_SERVER_UPDATE');
    expect(server).toMatchObject({ guild_id: sandbox.guildId, endpoint: sandbox.voice.endpoint });
    await watcher.fetched('GET', '/users/@me');
    expect(watcher.events.some(({ name }) => name === 'VOICE_SERVER_UPDATE')).toBe(false);
  });

  it('is part of what a client that comes later is greeted with', async ({ member }) => {
    join(member, sandbox.channels.voice);
    await seen(member, ({ channel_id }) => channel_id === sandbox.channels.voice);
    const late = await person('newcomer');
    const ready = (await late.until('READY')) as { guilds: { id: string; voice_states: StateSeen[] }[] };
    const guild = ready.guilds.find(({ id }) => id === sandbox.guildId);
    expect(guild?.voice_states.map(({ user_id }) => user_id)).toEqual([member.id]);
  });

  it("isn't told to a client that comes later and can't see the channel", async ({ member }) => {
    sandbox.setPermissions(sandbox.channels.booth, sandbox.people.newcomer.id, 0n, 1n << 10n);
    join(member, sandbox.channels.booth);
    await seen(member, ({ channel_id }) => channel_id === sandbox.channels.booth);
    const late = await person('newcomer');
    const ready = (await late.until('READY')) as { guilds: { id: string; voice_states: StateSeen[] }[] };
    expect(ready.guilds.find(({ id }) => id === sandbox.guildId)?.voice_states).toEqual([]);
  });

  it("isn't told to a client that's there and can't see the channel", async ({ member }) => {
    const watcher = await person('newcomer');
    const { booth, voice } = sandbox.channels;
    sandbox.setPermissions(booth, watcher.id, 0n, 1n << 10n);
    join(member, booth);
    await seen(member, ({ channel_id }) => channel_id === booth);
    join(member, voice);
    await seen(watcher, ({ channel_id }) => channel_id === voice);
    const told = watcher.events.filter(({ name }) => name === 'VOICE_STATE_UPDATE');
    expect(told.map(({ data }) => (data as StateSeen).channel_id)).toEqual([voice]);
  });

  it.each(['text', 'full', 'hidden', 'another guild'])(
    'gets no answer where it is not allowed: %s',
    async (why) => {
      const member = await person('member');
      const { channels, people: names } = sandbox;
      if (why === 'full') {
        sandbox.voiceStates.setUserLimit(channels.booth, 1);
        join(await person('moderator'), channels.booth);
        await seen(member, ({ channel_id }) => channel_id === channels.booth);
      }
      if (why === 'hidden') sandbox.setPermissions(channels.booth, names.member.id, 0n, 1n << 20n);
      const target = { text: channels.general, 'another guild': channels.otherVoice }[why] ?? channels.booth;
      join(member, target);
      join(member, channels.workshop);
      await seen(member, ({ channel_id }) => channel_id === channels.workshop);
      const own = member.events.filter(
        ({ name, data }) => name === 'VOICE_STATE_UPDATE' && (data as StateSeen).user_id === member.id,
      );
      expect(own).toHaveLength(1);
    },
  );

  it('lets somebody who may move members into a full channel', async () => {
    sandbox.voiceStates.setUserLimit(sandbox.channels.booth, 1);
    const member = await person('member');
    const moderator = await person('moderator');
    join(member, sandbox.channels.booth);
    await seen(member, ({ user_id }) => user_id === member.id);
    join(moderator, sandbox.channels.booth);
    await seen(member, ({ user_id }) => user_id === moderator.id);
    expect(sandbox.voiceStates.inChannel(sandbox.channels.booth)).toHaveLength(2);
  });

  it('takes ids that are written as numbers', async () => {
    const gateway = await RawGateway.identified(sandbox, { intents: 1 << 7 });
    const { guildId, channels } = sandbox;
    gateway.socket.send(`{"op": 4, "d": {"guild_id": ${guildId}, "channel_id": ${channels.voice}}}`);
    await gateway.event('VOICE_SERVER_UPDATE');
    expect(sandbox.voiceStates.find(guildId, sandbox.botUserId)?.channelId).toBe(channels.voice);
  });

  it('ends with the session that had no voice connection', async ({ member }) => {
    const watcher = await person('newcomer');
    join(member, sandbox.channels.voice);
    await seen(watcher, ({ channel_id }) => channel_id === sandbox.channels.voice);
    member.disconnect();
    await seen(watcher, ({ user_id, channel_id }) => user_id === member.id && channel_id === null);
  });

  it('closes the connection of a client whose payload is not understood', async ({ member }) => {
    member.gatewaySend(4, { guild_id: sandbox.guildId, channel_id: 5 });
    await member.until('RESUMED');
  });
});

describe('moderators', () => {
  it('move, mute, deafen and disconnect people, and need the permission for each', async ({ member }) => {
    const moderator = await person('moderator');
    join(member, sandbox.channels.voice);
    await seen(moderator, ({ user_id }) => user_id === member.id);
    const edit = (who: SandboxPerson, body: object) => who.rest('PATCH', path(`/members/${member.id}`), body);
    for (const body of [{ mute: true }, { deaf: true }, { channel_id: null }])
      expect(await edit(member, body)).toMatchObject({ status: 403, body: { code: 50013 } });

    expect((await edit(moderator, { mute: true, deaf: true })).status).toBe(200);
    await seen(member, ({ mute, deaf }) => mute && deaf);
    await edit(moderator, { channel_id: sandbox.channels.workshop });
    await seen(member, ({ channel_id }) => channel_id === sandbox.channels.workshop);
    const servers = member.events.filter(({ name }) => name === 'VOICE_SERVER_UPDATE');
    expect(servers).toHaveLength(2);
    await edit(moderator, { channel_id: null });
    await seen(member, ({ channel_id }) => channel_id === null);
    expect(await edit(moderator, { mute: false })).toMatchObject({ status: 400, body: { code: 40032 } });
  });

  it('find their mute still there when somebody comes back', async ({ member }) => {
    join(member, sandbox.channels.voice);
    await seen(member, ({ channel_id }) => channel_id === sandbox.channels.voice);
    sandbox.voiceStates.setServerMute(sandbox.guildId, member.id, true);
    join(member, null);
    await seen(member, ({ channel_id }) => channel_id === null);
    join(member, sandbox.channels.workshop);
    const back = await seen(member, ({ channel_id }) => channel_id === sandbox.channels.workshop);
    expect(back.mute).toBe(true);
  });
});

describe.each(['themselves', 'a moderator'])('who is deafened by %s', (by) => {
  it('hears nobody until they may hear again', async ({ member }) => {
    const moderator = await person('moderator');
    const { voice: channelId } = sandbox.channels;
    const listener = await joinVoice(sandbox, member, channelId);
    const speaker = await joinVoice(sandbox, moderator, channelId);
    const deafen = async (deaf: boolean) => {
      if (by === 'themselves') join(member, channelId, { self_deaf: deaf });
      else await moderator.rest('PATCH', path(`/members/${member.id}`), { deaf });
      await seen(member, (state) => state.user_id === member.id && (state.deaf || state.self_deaf) === deaf);
    };
    const say = async () => await speaker.speakPcm(new Int16Array(4_800).fill(5_000), 48_000);
    await deafen(true);
    await say();
    await deafen(false);
    expect(listener.frames).toEqual([]);
    await vi.waitUntil(async () => {
      await say();
      return listener.frames.length > 0;
    }, 60_000);
    await listener.leave();
    await speaker.leave();
  });
});

describe('a stage', () => {
  it('puts everybody into the audience, who may raise a hand and be let speak', async ({ member }) => {
    const moderator = await person('moderator');
    join(member, sandbox.channels.stage);
    const arrived = await seen(moderator, ({ user_id }) => user_id === member.id);
    expect(arrived.suppress).toBe(true);
    const own = path('/voice-states/@me');
    expect((await member.rest('PATCH', own, { suppress: false })).status).toBe(403);
    const hand = new Date().toISOString();
    expect((await member.rest('PATCH', own, { request_to_speak_timestamp: hand })).status).toBe(204);
    await seen(moderator, ({ request_to_speak_timestamp }) => request_to_speak_timestamp === hand);
    const theirs = path(`/voice-states/${member.id}`);
    const body = { channel_id: sandbox.channels.stage, suppress: false };
    expect((await member.rest('PATCH', theirs, body)).status).toBe(403);
    expect((await moderator.rest('PATCH', theirs, body)).status).toBe(204);
    await seen(member, ({ channel_id, suppress }) => channel_id === sandbox.channels.stage && !suppress);
    expect((await member.rest('GET', own)).body).toMatchObject({ suppress: false });
  });

  it('invites people whom it lets speak, and no bots', async ({ member }) => {
    const { guildId, channels, voiceStates, botUserId } = sandbox;
    join(member, channels.stage);
    const gateway = await RawGateway.identified(sandbox, { intents: 1 << 7 });
    gateway.send(4, { guild_id: guildId, channel_id: channels.stage });
    await gateway.event('VOICE_SERVER_UPDATE');
    for (const userId of [member.id, botUserId]) voiceStates.setSuppressed(guildId, userId, false);
    expect(voiceStates.find(guildId, member.id)?.requestToSpeakAt).toEqual(expect.any(String));
    expect(voiceStates.find(guildId, botUserId)?.requestToSpeakAt).toBeNull();
  });

  it('has no meaning in an ordinary voice channel', async () => {
    const moderator = await person('moderator');
    const own = path('/voice-states/@me');
    expect((await moderator.rest('GET', own)).body).toMatchObject({ code: 10065 });
    join(moderator, sandbox.channels.voice);
    await seen(moderator, ({ user_id }) => user_id === moderator.id);
    expect((await moderator.rest('PATCH', own, { suppress: false })).body).toMatchObject({ code: 50024 });
  });
});

describe('the status of a voice channel', () => {
  it('is set by those who may, told to everybody, and cleared when the last one leaves', async () => {
    const owner = await person('owner');
    const member = await person('member');
    const address = `/channels/${sandbox.channels.voice}/voice-status`;
    expect((await member.rest('PUT', address, { status: 'Reading aloud' })).status).toBe(403);
    join(owner, sandbox.channels.voice);
    await seen(member, ({ user_id }) => user_id === owner.id);
    expect((await owner.rest('PUT', address, { status: 'Reading aloud' })).status).toBe(204);
    await member.until('VOICE_CHANNEL_STATUS_UPDATE', ({ status }) => status === 'Reading aloud');
    const newcomer = await person('newcomer');
    join(newcomer, sandbox.channels.voice);
    await seen(member, ({ user_id }) => user_id === newcomer.id);
    join(newcomer, null);
    await seen(member, ({ user_id, channel_id }) => user_id === newcomer.id && channel_id === null);
    const cleared = member.events.filter(
      ({ name, data }) =>
        name === 'VOICE_CHANNEL_STATUS_UPDATE' && (data as { status: unknown }).status === null,
    );
    expect(cleared).toEqual([]);
    join(owner, null);
    await member.until('VOICE_CHANNEL_STATUS_UPDATE', ({ status }) => status === null);
    expect((await owner.rest('PUT', address, { status: 'x'.repeat(501) })).body).toMatchObject({
      code: 50035,
    });
  });
});
