import { createSocket, type Socket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import { NetworkingStatusCode, VoiceUDPSocket } from '@discordjs/voice';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import { guardHandler } from '../../../../src/voice/connection/library-guards.ts';
import { tendMediaSocket } from '../../../../src/voice/connection/media-socket.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';

interface Arrived {
  readonly packet: Buffer;
  readonly fromPort: number;
}

let server: Socket;
let arrived: Arrived[];
const opened: VoiceUDPSocket[] = [];

/** Where media goes: a socket that keeps what arrives. */
async function listen(port = 0): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.on('message', (packet, from) => {
    // Keep-alives come by themselves.
    if (packet.length !== 8) arrived.push({ packet, fromPort: from.port });
  });
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

beforeEach(async () => {
  arrived = [];
  server = await listen();
});

afterEach(async () => {
  for (const udp of opened.splice(0)) udp.destroy();
  await closed(server);
});

async function closed(socket: Socket): Promise<void> {
  await new Promise<void>((resolve) => {
    try {
      socket.close(() => resolve());
    } catch {
      resolve();
    }
  });
}

/** The library's own socket, in a networking object whose states the test sets. */
function stage() {
  const clock = new FakeClock();
  const end = new AbortController();
  const udp = new VoiceUDPSocket({ ip: '127.0.0.1', port: server.address().port });
  opened.push(udp);
  const errors: unknown[] = [];
  udp.on('error', (error) => errors.push(error));
  const networking = Object.assign(new EventEmitter(), { state: {} });
  const become = (code: NetworkingStatusCode) => {
    networking.state = { code, udp, connectionData: { ssrc: 77 } };
    networking.emit('stateChange');
  };
  let stranded = 0;
  let addresses = ['127.0.0.1'];
  // Only its state and the event of its change are looked at.
  tendMediaSocket(networking as unknown as Parameters<typeof tendMediaSocket>[0], {
    clock,
    signal: end.signal,
    onStranded: () => (stranded += 1),
    ownAddresses: () => addresses,
  });
  guardHandler(udp, 'send', () => undefined);
  const inner = Reflect.get(udp, 'socket') as Socket;
  const isConnected = () => {
    try {
      return inner.remoteAddress().port === server.address().port;
    } catch {
      return false;
    }
  };
  return {
    clock,
    end,
    udp,
    errors,
    become,
    inner,
    isConnected,
    stranded: () => stranded,
    moveTo: (address: string) => {
      addresses = [address];
    },
  };
}

const discoveries = () => arrived.filter(({ packet }) => packet.length === 74);

describe('an IP discovery without an answer', () => {
  it('is asked again every second, five times', async () => {
    const { clock, udp, become } = stage();
    const answered = udp.performIPDiscovery(77).catch(() => undefined);
    become(NetworkingStatusCode.UdpHandshaking);
    await eventually(() => discoveries().length === 1);
    for (let again = 1; again <= 5; again += 1) {
      await clock.advance(999);
      expect(discoveries()).toHaveLength(again);
      await clock.advance(1);
      await eventually(() => discoveries().length === again + 1);
    }
    await clock.advance(10_000);
    expect(clock.sleeping).toBe(0);
    expect(new Set(discoveries().map(({ packet }) => packet.toString('hex')))).toHaveLength(1);
    udp.destroy();
    await answered;
  });

  it('is not asked again once it was answered, nor when its connection ended', async () => {
    const { clock, end, become } = stage();
    become(NetworkingStatusCode.UdpHandshaking);
    become(NetworkingStatusCode.SelectingProtocol);
    await clock.advance(10_000);
    become(NetworkingStatusCode.UdpHandshaking);
    end.abort();
    await clock.advance(10_000);
    expect(discoveries()).toEqual([]);
    expect(clock.sleeping).toBe(0);
  });
});

describe('a media socket', () => {
  it('is connected once the session is described, and keeps its port', async () => {
    const { udp, become, isConnected } = stage();
    become(NetworkingStatusCode.UdpHandshaking);
    udp.send(Buffer.from('before'));
    await eventually(() => arrived.length === 1);
    expect(isConnected()).toBe(false);
    become(NetworkingStatusCode.Ready);
    udp.send(Buffer.from('meanwhile'));
    await eventually(isConnected);
    udp.send(Buffer.from('after'));
    await eventually(() => arrived.length === 3);
    expect(arrived.map(({ packet }) => packet.toString())).toEqual(['before', 'meanwhile', 'after']);
    expect(new Set(arrived.map(({ fromPort }) => fromPort))).toHaveLength(1);
  });

  it('still hears the voice server', async () => {
    const { udp, become, isConnected, inner } = stage();
    udp.send(Buffer.from('hello'));
    await eventually(() => arrived.length === 1);
    become(NetworkingStatusCode.Ready);
    await eventually(isConnected);
    const heard: string[] = [];
    udp.on('message', (packet: Buffer) => heard.push(packet.toString()));
    const stranger = await listen();
    stranger.send('forged', inner.address().port, '127.0.0.1');
    await once(await sentBy(stranger), 'close');
    server.send('media', inner.address().port, '127.0.0.1');
    await eventually(() => heard.includes('media'));
    expect(heard).toEqual(['media']);
  });

  it('whose server refuses goes on as before, and says so once instead of every 20 ms', async () => {
    const { udp, become, isConnected, errors } = stage();
    const { port } = server.address();
    udp.send(Buffer.from('hello'));
    await eventually(() => arrived.length === 1);
    become(NetworkingStatusCode.Ready);
    await eventually(isConnected);
    await closed(server);
    udp.send(Buffer.from('refused'));
    await eventually(() => errors.length > 0);
    for (let packet = 0; packet < 20; packet += 1) {
      udp.send(Buffer.from('nobody is there'));
      await settle();
    }
    expect(errors).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })]);
    server = await listen(port);
    udp.send(Buffer.from('again'));
    await eventually(() => arrived.some(({ packet }) => packet.toString() === 'again'));
  });

  it('stays as it is while its voice socket is resumed, and keeps its port', async () => {
    const { udp, become, isConnected, stranded } = stage();
    udp.send(Buffer.from('hello'));
    await eventually(() => arrived.length === 1);
    become(NetworkingStatusCode.Ready);
    await eventually(isConnected);
    become(NetworkingStatusCode.Resuming);
    become(NetworkingStatusCode.Ready);
    udp.send(Buffer.from('resumed'));
    await eventually(() => arrived.length === 2);
    expect(new Set(arrived.map(({ fromPort }) => fromPort))).toHaveLength(1);
    expect(stranded()).toBe(0);
  });

  it('of a machine that has another address by then is of no use', async () => {
    const { udp, become, isConnected, stranded, moveTo } = stage();
    udp.send(Buffer.from('hello'));
    await eventually(() => arrived.length === 1);
    become(NetworkingStatusCode.Ready);
    await eventually(isConnected);
    await settle();
    become(NetworkingStatusCode.Resuming);
    moveTo('192.0.2.1');
    become(NetworkingStatusCode.Ready);
    expect(stranded()).toBe(1);
  });

  it('that is closed while it is being connected, or later, harms nobody', async () => {
    const { udp, become, errors } = stage();
    become(NetworkingStatusCode.Ready);
    udp.destroy();
    await settle();
    become(NetworkingStatusCode.Resuming);
    become(NetworkingStatusCode.Ready);
    await settle();
    expect(errors).toEqual([]);
  });
});

/** Resolves to the socket that is closing, when what it sent is on its way. */
async function sentBy(socket: Socket): Promise<Socket> {
  await settle();
  setImmediate(() => socket.close());
  return socket;
}
