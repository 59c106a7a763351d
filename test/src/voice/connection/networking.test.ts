import { createSocket, type Socket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import { DAVESession, type Networking, NetworkingStatusCode, VoiceUDPSocket } from '@discordjs/voice';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import {
  guardHandler,
  guardNetworking,
  guardSession,
  listeningAdapter,
  tendMediaSocket,
} from '../../../../src/voice/connection/networking.ts';
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
  tendMediaSocket(
    networking as unknown as Parameters<typeof tendMediaSocket>[0],
    clock,
    end.signal,
    () => (stranded += 1),
    () => addresses,
  );
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
    /** Its first packet has arrived, and it's connected. */
    connect: async () => {
      udp.send(Buffer.from('hello'));
      await eventually(() => arrived.length === 1);
      become(NetworkingStatusCode.Ready);
      await eventually(isConnected);
    },
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
    const { udp, inner, connect } = stage();
    await connect();
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
    const { udp, errors, connect } = stage();
    const { port } = server.address();
    await connect();
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
    const { udp, become, stranded, connect } = stage();
    await connect();
    become(NetworkingStatusCode.Resuming);
    become(NetworkingStatusCode.Ready);
    udp.send(Buffer.from('resumed'));
    await eventually(() => arrived.length === 2);
    expect(new Set(arrived.map(({ fromPort }) => fromPort))).toHaveLength(1);
    expect(stranded()).toBe(0);
  });

  it('of a machine that has another address by then is of no use', async () => {
    const { become, stranded, moveTo, connect } = stage();
    await connect();
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

describe('the adapter of a room', () => {
  it('sends nothing that the library wants, and lets it believe so', () => {
    const sent: unknown[] = [];
    const nothing = () => undefined;
    const own = { sendPayload: (payload: object) => sent.push(payload) > 0, destroy: nothing };
    const library = { destroy: nothing, onVoiceServerUpdate: nothing, onVoiceStateUpdate: nothing };
    expect(listeningAdapter(() => own, nothing)(library).sendPayload({ op: 4 })).toBe(true);
    expect(sent).toEqual([]);
  });
});

/** A session of the library that fails to decrypt everything, after its first and only transition, which has id 0. */
function failingSession(decryptionFailureTolerance: number) {
  const session = new DAVESession(1, '1', '2', { decryptionFailureTolerance });
  const invalidated: number[] = [];
  session.on('invalidateTransition', (id: number) => invalidated.push(id));
  session.lastTransitionId = 0;
  const inner = {
    ready: true,
    decrypt: () => {
      throw new Error('no valid cryptor found');
    },
    reinit: () => undefined,
    getSerializedKeyPackage: () => Buffer.alloc(1),
  };
  Reflect.set(session, 'session', inner);
  return { session, invalidated };
}

const frame = Buffer.from('no frame of anybody');

describe('an encrypted session', () => {
  it('of the library alone throws when it should recover from the first transition', () => {
    const { session } = failingSession(2);
    const tries = () => [1, 2, 3].map(() => session.decrypt(frame, '9'));
    expect(tries).toThrow('no valid cryptor');
  });

  it('that is guarded recovers from the first transition', () => {
    const { session, invalidated } = failingSession(2);
    const faults: string[] = [];
    guardSession(session, (where) => faults.push(where));
    for (let failed = 0; failed < 10; failed += 1) expect(session.decrypt(frame, '9')).toBeNull();
    expect(invalidated).toEqual([0]);
    expect(faults).toEqual(['decrypt']);
  });

  it('that is guarded takes packets of nothing but padding for no failure', () => {
    const { session, invalidated } = failingSession(2);
    guardSession(session, () => undefined);
    for (let empty = 0; empty < 100; empty += 1) session.decrypt(Buffer.alloc(0), '9');
    expect(invalidated).toEqual([]);
  });
});

describe('a handler of the library', () => {
  it('that throws is reported, and the process lives', () => {
    const faults: unknown[] = [];
    const socket = {
      onMessage: () => {
        throw new Error('wrong epoch');
      },
    };
    guardHandler(socket, 'onMessage', (...fault) => faults.push(fault));
    expect(() => socket.onMessage()).not.toThrow();
    expect(faults).toEqual([['onMessage', new Error('wrong epoch')]]);
  });

  it('that works is called with what it was given, on its own object', () => {
    const steps: string[] = [];
    const socket = {
      name: 'socket',
      send(data: string) {
        steps.push(`${this.name} sends ${data}`);
        return true;
      },
    };
    guardHandler(
      socket,
      'send',
      () => undefined,
      () => steps.push('after'),
    );
    expect(socket.send('this')).toBe(true);
    expect(steps).toEqual(['socket sends this', 'after']);
  });

  it('that is gone in another version is noticed', () => {
    expect(() => guardHandler({}, 'onMessage', () => undefined)).toThrow('onMessage');
  });
});

describe('a networking object', () => {
  it('that is closed in the tick in which it got its UDP socket does not end the process with its first keep-alive', async () => {
    const faults: string[] = [];
    const udp = new VoiceUDPSocket({ ip: '127.0.0.1', port: 9 });
    const networking = Object.assign(new EventEmitter(), { state: { code: 0 } });
    // Only its state and its events are looked at.
    guardNetworking(
      networking as unknown as Networking,
      (where) => faults.push(where),
      () => undefined,
    );
    Object.assign(networking, { state: { code: 2, udp } });
    networking.emit('stateChange');
    const closed = once(udp, 'close');
    udp.destroy();
    await closed;
    await new Promise((resolve) => setImmediate(resolve));
    expect(faults).toEqual(['send']);
  });
});
