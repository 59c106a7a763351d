import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { DiscordGatewayAdapterLibraryMethods, VoiceConnection } from '@discordjs/voice';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import { RoomConnection } from '../../../../src/voice/connection/connection.ts';
import type { Loss } from '../../../../src/voice/connection/phase.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { recordingLog } from '../../../support/fake-log.ts';

type Gateway = DiscordGatewayAdapterLibraryMethods;

let groups = 0;
const opened: RoomConnection[] = [];
const servers: Server[] = [];

afterEach(async () => {
  for (const connection of opened.splice(0)) connection.close();
  for (const server of servers.splice(0)) server.close();
});

function open() {
  const clock = new FakeClock();
  const { log, lines } = recordingLog();
  const losses: Loss[] = [];
  const networkings: VoiceConnection[] = [];
  const told: Gateway[] = [];
  const sent: unknown[] = [];
  let adaptersDestroyed = 0;
  groups += 1;
  const connection = new RoomConnection({
    guildId: '1',
    channelId: '2',
    botId: '3',
    group: `connection test ${groups}`,
    deaf: true,
    adapterCreator: (methods) => {
      told.push(methods);
      return { sendPayload: (payload) => sent.push(payload) > 0, destroy: () => (adaptersDestroyed += 1) };
    },
    clock,
    log,
    company: () => true,
    tell: (event) => {
      if (event.is === 'networking') networkings.push(event.connection);
    },
  });
  opened.push(connection);
  void connection.lost.then((loss) => losses.push(loss));
  const give = (endpoint: string | null) => {
    // Only these fields are read by the library.
    const state = { guild_id: '1', channel_id: '2', user_id: '3', session_id: '4' };
    told[0]?.onVoiceStateUpdate(state as Parameters<Gateway['onVoiceStateUpdate']>[0]);
    told[0]?.onVoiceServerUpdate({ guild_id: '1', token: '5', endpoint });
  };
  return {
    connection,
    clock,
    lines,
    losses,
    networkings,
    told,
    sent,
    give,
    destroyed: () => adaptersDestroyed,
  };
}

/** Somebody who takes connections and says nothing. */
async function silentServer(): Promise<string> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a voice connection', () => {
  it('gives the main gateway ten seconds to answer, from when it was asked', async () => {
    const { connection, clock, losses } = open();
    await clock.advance(60_000);
    expect(losses).toEqual([]);
    connection.asked();
    await clock.advance(9_999);
    expect(losses).toEqual([]);
    await clock.advance(1);
    expect(losses).toEqual([{ why: 'timeout', phase: 'signalling' }]);
  });

  it('gives a voice server twelve seconds to get ready', async () => {
    const { connection, clock, losses, give, networkings } = open();
    connection.asked();
    give(await silentServer());
    await clock.advance(11_999);
    expect(networkings).toHaveLength(1);
    expect(losses).toEqual([]);
    await clock.advance(1);
    expect(losses).toEqual([{ why: 'timeout', phase: 'connecting' }]);
  });

  it('survives a server that cannot be reached: the error has a listener from the first moment on', async () => {
    const { losses, give, lines } = open();
    const endpoint = await silentServer();
    servers.splice(0)[0]?.close();
    give(endpoint);
    await eventually(() => losses.length > 0);
    expect(losses).toEqual([{ why: 'closed', code: 1006 }]);
    expect(lines).toContainEqual(expect.objectContaining({ where: 'connection' }));
  });

  it('survives an endpoint that is no address', async () => {
    const { give, lines } = open();
    give('not an address at all');
    expect(lines).toContainEqual(expect.objectContaining({ where: 'onVoiceServerUpdate' }));
  });

  it('waits a while when Discord looks for another server', async () => {
    const { clock, losses, give } = open();
    give(null);
    await clock.advance(14_999);
    expect(losses).toEqual([]);
    await clock.advance(1);
    expect(losses).toEqual([{ why: 'timeout', phase: 'relocating' }]);
  });

  it('is destroyed exactly once, no matter who does it first', async () => {
    const { connection, destroyed, losses, told } = open();
    told[0]?.destroy();
    await eventually(() => losses.length > 0);
    expect(losses).toEqual([{ why: 'destroyed' }]);
    connection.close();
    connection.close();
    expect(destroyed()).toBe(1);
  });

  it('sends nothing to the main gateway by itself, whatever happens to it', async () => {
    const { connection, sent, give, losses } = open();
    const endpoint = await silentServer();
    servers.splice(0)[0]?.close();
    give(endpoint);
    await eventually(() => losses.length > 0);
    connection.close();
    expect(sent).toEqual([]);
  });

  it('sends no packet and throws nothing while it is not ready, or when it is gone', () => {
    const { connection } = open();
    expect(connection.send(Uint8Array.of(1))).toBe(false);
    connection.close();
    connection.setSpeaking(true);
    expect(connection.send(Uint8Array.of(1))).toBe(false);
    connection.forget('9');
  });
});
