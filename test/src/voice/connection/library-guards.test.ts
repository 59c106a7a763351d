import { EventEmitter, once } from 'node:events';
import {
  DAVESession,
  type DiscordGatewayAdapterLibraryMethods,
  type Networking,
  VoiceUDPSocket,
} from '@discordjs/voice';
import { describe, expect, it } from 'vitest';
import {
  guardHandler,
  guardNetworking,
  guardSession,
  listeningAdapter,
} from '../../../../src/voice/connection/library-guards.ts';

function adapter(library: Partial<DiscordGatewayAdapterLibraryMethods> = {}) {
  const sent: unknown[] = [];
  const faults: string[] = [];
  let told: DiscordGatewayAdapterLibraryMethods | undefined;
  let destroyed = 0;
  const created = listeningAdapter(
    (methods) => {
      told = methods;
      return { sendPayload: (payload) => sent.push(payload) > 0, destroy: () => (destroyed += 1) };
    },
    (where) => faults.push(where),
  )({
    destroy: () => undefined,
    onVoiceServerUpdate: () => undefined,
    onVoiceStateUpdate: () => undefined,
    ...library,
  });
  return { created, sent, faults, told: () => told, destroyed: () => destroyed };
}

describe('the adapter of a room', () => {
  it('sends nothing that the library wants, and lets it believe so', () => {
    const { created, sent } = adapter();
    expect(created.sendPayload({ op: 4 })).toBe(true);
    expect(sent).toEqual([]);
  });

  it('hands over what the main gateway says, without its errors', () => {
    const heard: unknown[] = [];
    const server = { guild_id: '1', token: 't', endpoint: 'not an address' };
    const { told, faults } = adapter({
      onVoiceServerUpdate: (data) => {
        heard.push(data);
        throw new Error('Invalid URL');
      },
    });
    told()?.onVoiceServerUpdate(server);
    expect(heard).toEqual([server]);
    expect(faults).toEqual(['onVoiceServerUpdate']);
  });

  it('is destroyed with the connection', () => {
    const { created, destroyed } = adapter();
    created.destroy();
    expect(destroyed()).toBe(1);
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
