import { type Client, GatewayCloseCodes, SimpleShardingStrategy } from 'discord.js';
import type { Logger } from 'pino';
import { z } from 'zod';

export interface PacketGuardOptions {
  readonly log: Logger;
  /**
   * How long a gateway that accepted a connection may stay silent. discord.js waits a minute, and hears nothing for
   * that long.
   */
  readonly helloWithinMs?: number;
  /** How long after an unusable beginning the first new session starts; each further one waits twice as long. */
  readonly firstRenewalMs?: number;
}

/** The one from `@discordjs/ws`; discord.js has another with this name. */
type WebSocketManager = ConstructorParameters<typeof SimpleShardingStrategy>[0];

/** If the gateway doesn't answer a close, the connection is dropped. `ws` would wait half a minute. */
const closeWithinMs = 3_000;
const longestRenewalMs = 5 * 60_000;
/** How many event names are counted separately. */
const countedNames = 100;
const longestName = 60;

/**
 * Keeps anything the gateway sends from ending the process. Every packet goes through a shard's `onMessage`, and if
 * anything after it throws (in `@discordjs/ws`, discord.js or our listeners), nobody would catch the rejection. Here it
 * becomes an error in the log, and everything else goes on.
 */
export class PacketGuard {
  readonly #log: Logger;
  readonly #helloWithinMs: number;
  readonly #firstRenewalMs: number;
  readonly #counts = new Map<string, number>();
  readonly #shards = new Map<number, GuardedShard>();
  #renewals = 0;

  constructor({ log, helloWithinMs = 12_000, firstRenewalMs = 5_000 }: PacketGuardOptions) {
    this.#log = log;
    this.#helloWithinMs = helloWithinMs;
    this.#firstRenewalMs = firstRenewalMs;
  }

  /** For the client's options: creates its shards. */
  readonly buildStrategy = (manager: WebSocketManager): SimpleShardingStrategy => {
    keepSoundSessions(manager);
    return new GuardedSharding(manager, this.#log, (shard) => {
      const guarded = new GuardedShard(shard, manager, this.#helloWithinMs, (packet, error) =>
        this.#note(packet, shard.id, error),
      );
      this.#shards.set(shard.id, guarded);
    });
  };

  /**
   * discord.js handles packets that it queued in separate ticks, so those are guarded here. A packet that fails doesn't
   * stop discord.js from counting the guilds it's waiting for.
   */
  attach(client: Client): void {
    replaceMethod(client.ws, 'handlePacket', (handle) => (...args) => {
      try {
        return handle(...args);
      } catch (error) {
        const [packet, shard] = args;
        this.#note(packet, numberAt(shard, 'id'), error);
        return false;
      }
    });
  }

  /** Logs the first one of a kind, then the tenth, the hundredth, … */
  #note(packet: unknown, shardId: number, error: unknown): void {
    const name = nameOf(packet);
    const event = this.#counts.has(name) || this.#counts.size < countedNames ? name : 'others';
    const count = (this.#counts.get(event) ?? 0) + 1;
    this.#counts.set(event, count);
    if (/^10*$/.test(String(count)))
      this.#log.error({ err: error, event, count }, "couldn't take an event of Discord's gateway");
    if (event === 'READY') this.#renewLater(shardId);
  }

  /** Without its beginning, a session is useless. Starts a new one after a while, because identifying is limited. */
  #renewLater(shardId: number): void {
    const waitMs = Math.min(this.#firstRenewalMs * 2 ** this.#renewals, longestRenewalMs);
    this.#renewals += 1;
    setTimeout(() => void this.#shards.get(shardId)?.renewSession(), waitMs).unref();
  }
}

/** The parts of a `@discordjs/ws` shard that we use. */
interface Shard {
  readonly id: number;
}

class GuardedSharding extends SimpleShardingStrategy {
  readonly #log: Logger;
  readonly #guard: (shard: Shard) => void;

  constructor(manager: WebSocketManager, log: Logger, guard: (shard: Shard) => void) {
    super(manager);
    this.#log = log;
    this.#guard = guard;
  }

  override async spawn(shardIds: number[]): Promise<void> {
    await super.spawn(shardIds);
    const shards: unknown = Reflect.get(this, 'shards');
    if (!(shards instanceof Map)) throw new Error('@discordjs/ws keeps its shards elsewhere');
    for (const shard of shards.values()) this.#guard(shard);
  }

  /** discord.js doesn't wait for what it sends. If a socket can't take it, it's about to be replaced. */
  override async send(...[shardId, payload]: Parameters<SimpleShardingStrategy['send']>): Promise<void> {
    await super.send(shardId, payload).catch((error: unknown) => {
      this.#log.warn({ err: error, shard: shardId, op: payload.op }, "couldn't send to Discord's gateway");
    });
  }
}

type OnFault = (packet: unknown, error: unknown) => void;

class GuardedShard {
  readonly #shard: Shard;
  readonly #manager: WebSocketManager;
  readonly #helloWithinMs: number;
  readonly #onFault: OnFault;
  /** How many connections in a row were accepted and then silent. */
  #silent = 0;

  constructor(shard: Shard, manager: WebSocketManager, helloWithinMs: number, onFault: OnFault) {
    this.#shard = shard;
    this.#onFault = onFault;
    this.#manager = manager;
    this.#helloWithinMs = helloWithinMs;
    replaceMethod(shard, 'onMessage', (take) => async (...args) => {
      try {
        await take(...args);
      } catch (error) {
        onFault(parsed(args[0]), error);
      }
    });
    replaceMethod(
      shard,
      'waitForEvent',
      (wait) =>
        async (...args) =>
          args[0] === 'hello'
            ? await this.#cutIfSilent(async () => await wait(...args))
            : await wait(...args),
    );
    replaceMethod(shard, 'onClose', (end) => async (...args) => {
      // discord.js would keep asking for that session twice a second.
      if (args[0] === GatewayCloseCodes.SessionTimedOut) await this.#forgetSession();
      await end(...args);
    });
    replaceMethod(shard, 'destroy', (destroy) => async (...args) => {
      const connection = this.#connection;
      // discord.js stops listening to a connection that isn't open yet, so its failure would end the process.
      connection.addEventListener('error', () => undefined);
      const timer = setTimeout(() => connection.terminate(), closeWithinMs).unref();
      try {
        await destroy(...args);
      } finally {
        clearTimeout(timer);
        connection.terminate();
      }
    });
    // The wait doesn't end with its connection, and would then identify over the next one.
    replaceMethod(Reflect.get(shard, 'strategy'), 'waitForIdentify', (wait) => async (...args) => {
      await wait(...args);
      const [, signal] = args;
      if (signal instanceof AbortSignal) signal.throwIfAborted();
    });
  }

  /** Never rejects. */
  async renewSession(): Promise<void> {
    await this.#forgetSession().catch((error: unknown) => this.#onFault(undefined, error));
    this.#connection.terminate();
  }

  async #forgetSession(): Promise<void> {
    await this.#manager.options.updateSessionInfo(this.#shard.id, null);
  }

  /**
   * Cuts a connection that's accepted but silent, so that the shard resumes its session over another one. After two in
   * a row, Discord's address for resuming is at fault, so a new session begins at the usual one.
   */
  async #cutIfSilent(wait: () => Promise<unknown>): Promise<unknown> {
    const connection = this.#connection;
    let cut = false;
    const timer = setTimeout(() => {
      cut = true;
      this.#silent += 1;
      if (this.#silent > 1) void this.renewSession();
      else connection.terminate();
    }, this.#helloWithinMs);
    try {
      return await wait();
    } finally {
      clearTimeout(timer);
      if (!cut) this.#silent = 0;
    }
  }

  /** Its current connection. */
  get #connection(): Connection {
    const connection: unknown = Reflect.get(this.#shard, 'connection');
    return isConnection(connection)
      ? connection
      : { terminate: () => undefined, addEventListener: () => undefined };
  }
}

interface Connection {
  terminate(): void;
  addEventListener(event: 'error', listener: () => void): void;
}

function isConnection(connection: unknown): connection is Connection {
  return typeof connection === 'object' && connection !== null && 'terminate' in connection;
}

const soundSession = z.object({ resumeURL: z.url({ protocol: /^wss?$/ }), sessionId: z.string() });

/** Drops a session with an invalid address: connecting to it would throw where nobody catches it. */
function keepSoundSessions({ options }: WebSocketManager): void {
  const { retrieveSessionInfo } = options;
  options.retrieveSessionInfo = async (shardId) => {
    const session = await retrieveSessionInfo(shardId);
    return soundSession.safeParse(session).success ? session : null;
  };
}

type Method = (...args: readonly unknown[]) => unknown;

/** @throws if the method isn't there, because this version of the library works differently */
function replaceMethod(owner: object, name: string, replace: (method: Method) => Method): void {
  const method: unknown = Reflect.get(owner, name);
  if (typeof method !== 'function') throw new Error(`the library has no ${name}`);
  Reflect.set(
    owner,
    name,
    replace((...args) => Reflect.apply(method, owner, args)),
  );
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function nameOf(packet: unknown): string {
  const name: unknown = typeof packet === 'object' && packet ? Reflect.get(packet, 't') : undefined;
  return typeof name === 'string' ? name.slice(0, longestName) : 'none';
}

function numberAt(owner: unknown, name: string): number {
  return Number(typeof owner === 'object' && owner ? Reflect.get(owner, name) : 0);
}
