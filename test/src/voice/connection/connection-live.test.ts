import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { DiscordGatewayAdapterLibraryMethods } from '@discordjs/voice';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trustCertificate } from '../../../../sandbox/discord/voice/person/trusted-certificate.ts';
import { startVoiceServer } from '../../../../sandbox/discord/voice/voice-server.ts';
import type { VoiceServer } from '../../../../sandbox/discord/voice/voice-server-types.ts';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import { type ConnectionEvent, RoomConnection } from '../../../../src/voice/connection/connection.ts';
import type { Loss } from '../../../../src/voice/connection/phase.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { recordingLog } from '../../../support/fake-log.ts';

const bot = { guildId: '1', channelId: '2', userId: '3', sessionId: '4' };

let server: VoiceServer;
let connection: RoomConnection | undefined;
let road: Server | undefined;
let groups = 0;

beforeEach(async () => {
  server = await startVoiceServer();
  trustCertificate(server.certificate);
});

afterEach(async () => {
  connection?.close();
  await server.close();
  road?.close();
  road = undefined;
});

/** A connection to the voice server, with the main gateway played by the test and time standing still. */
function join(company = false) {
  const clock = new FakeClock();
  const recorded = recordingLog();
  const losses: Loss[] = [];
  const told: ConnectionEvent['is'][] = [];
  let gateway: DiscordGatewayAdapterLibraryMethods | undefined;
  groups += 1;
  const joined = new RoomConnection({
    guildId: bot.guildId,
    channelId: bot.channelId,
    botId: bot.userId,
    group: `live connection ${groups}`,
    deaf: false,
    adapterCreator: (methods) => {
      gateway = methods;
      return { sendPayload: () => true, destroy: () => undefined };
    },
    clock,
    log: recorded.log,
    company: () => company,
    tell: ({ is }) => told.push(is),
  });
  connection = joined;
  void joined.lost.then((loss) => losses.push(loss));
  const seat = (channelId = bot.channelId, endpoint = server.endpoint) => {
    const { token } = server.admit({ ...bot, channelId, muted: false, deafened: false, stage: false });
    // Only these fields are read by the library.
    const state = { guild_id: '1', channel_id: channelId, user_id: '3', session_id: '4' };
    gateway?.onVoiceStateUpdate(state as Parameters<typeof gateway.onVoiceStateUpdate>[0]);
    gateway?.onVoiceServerUpdate({ guild_id: '1', token, endpoint });
  };
  const open = async () => {
    const frames = () => server.record.of(bot.userId).silenceFrames;
    // It greets with frames of silence, 20 ms each; everything else takes the sockets' own time.
    for (let heard = 0; !joined.open; await clock.advance(20)) {
      await eventually(() => joined.open || frames() > heard, 'an open connection');
      heard = frames();
    }
  };
  return { joined, clock, recorded, losses, told, seat, open };
}

/** A way to the voice server that can be cut: whoever comes then is taken and gets no answer. */
async function openRoad() {
  const port = Number(server.endpoint.split(':')[1]);
  const sockets = new Set<Socket>();
  let isBlocked = false;
  let blocked = 0;
  const opened = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (isBlocked) {
      blocked += 1;
      return;
    }
    const onward = connect(port, '127.0.0.1');
    sockets.add(onward);
    onward.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  });
  road = opened;
  opened.listen(0, '127.0.0.1');
  await once(opened, 'listening');
  return {
    endpoint: `127.0.0.1:${(opened.address() as AddressInfo).port}`,
    blocked: () => blocked,
    block: () => {
      isBlocked = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe('a voice connection', () => {
  it('begins with five frames of silence', async () => {
    const { seat, open } = join();
    seat();
    await open();
    await eventually(() => server.record.of(bot.userId).received >= 5);
    const { received, silenceFrames, unencryptedFrames } = server.record.of(bot.userId);
    expect({ received, silenceFrames, unencryptedFrames }).toEqual({
      received: 5,
      silenceFrames: 5,
      unencryptedFrames: 0,
    });
  });

  it('waits three seconds for people whose own connection does not come up, then speaks to those who may come', async () => {
    const { joined, clock, losses, seat } = join(true);
    seat();
    for (let sent = 1; sent <= 5; sent += 1) {
      await eventually(() => server.record.of(bot.userId).silenceFrames >= sent);
      await clock.advance(20);
    }
    await clock.advance(2_000);
    expect(joined.open).toBe(false);
    await clock.advance(1_000);
    expect(joined.open).toBe(true);
    expect(losses).toEqual([]);
  });

  it.each([4014, 4022])('that is closed with %i waits five seconds for another server', async (code) => {
    const { joined, clock, losses, seat, open } = join();
    seat();
    await open();
    server.faults.close(code, bot.userId);
    await eventually(() => !joined.open);
    await clock.advance(4_999);
    expect(losses).toEqual([]);
    await clock.advance(1);
    expect(losses).toEqual([{ why: 'expelled', code }]);
  });

  it.each([4014, 4022])('that is closed with %i goes on when another server comes in time', async (code) => {
    const { joined, clock, losses, seat, open } = join();
    seat();
    await open();
    server.faults.close(code, bot.userId);
    await eventually(() => !joined.open);
    await clock.advance(4_000);
    seat('22');
    await open();
    await clock.advance(60_000);
    expect(losses).toEqual([]);
  });

  it('that cannot be resumed is told as down, and given up after ten seconds', async () => {
    const { joined, clock, losses, told, seat, open } = join();
    const road = await openRoad();
    seat(bot.channelId, road.endpoint);
    await open();
    expect(told).toEqual(['networking', 'up']);
    // The library connects again, is taken and hears nothing: it would wait for ever.
    road.block();
    await eventually(() => !joined.open);
    await eventually(() => road.blocked() > 0);
    expect(told.filter((is) => is !== 'networking')).toEqual(['up', 'down']);
    await clock.advance(9_999);
    expect(losses).toEqual([]);
    await clock.advance(1);
    expect(losses).toEqual([{ why: 'timeout', phase: 'resuming' }]);
  });

  it('writes neither token nor key into the log', async () => {
    const { recorded, seat, open } = join();
    seat();
    await open();
    server.faults.wrongEpochProposal(bot.userId);
    server.faults.close(4006, bot.userId);
    await eventually(() => connection?.open === false);
    expect(recorded.text()).not.toMatch(/secret_key|"token"/);
  });
});
