import { type Client, GatewayCloseCodes, SimpleShardingStrategy } from 'discord.js';
import type { Logger } from 'pino';
import { z } from 'zod';

export interface PacketGuardOptions {
  readonly log: Logger;
  /** How long a gateway that accepted a connection may say nothing. discord.js' own waits a minute, and is deaf for so long. */
  readonly helloWithinMs?: number;
}

/** That of `@discordjs/ws`, where discord.js has another by this name. */
type WebSocketManager = ConstructorParameters<typeof SimpleShardingStrategy>[0];

/** A gateway that doesn't answer the end of a connection is left without; `ws` would wait for half a minute. */
const closeWithinMs = 3_000;
const firstRenewalMs = 5_000;
const longestRenewalMs = 5 * 60_000;
/** As many names of events are counted one by one. */
const countedNames = 100;
const longestName = 60;

/**
 * Nothing that the gateway sends ends the process. Every packet enters through a shard's `onMessage`, and whatever throws behind it (in
 * `@discordjs/ws`, in discord.js, in a listener of ours) is a rejection that nobody catches. Here it's an error in the log, and the rest goes on.
 */
export class PacketGuard {
  readonly #log: Logger;
  readonly #helloWithinMs: number;
  readonly #counts = new Map<string, number>();
  readonly #shards = new Map<number, GuardedShard>();
  #renewals = 0;

  constructor({ log, helloWithinMs = 12_000 }: PacketGuardOptions) {
    this.#log = log;
    this.#helloWithinMs = helloWithinMs;
  }

  /** For the client's options: how its shards are made. */
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
   * What discord.js keeps for later it takes in ticks of its own. And one that fails right here doesn't hold up what else is to be
   * done with its packet: counting the guilds that are still awaited.
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

  /** Told the first time, and again when there are ten of a kind, a hundred, … */
  #note(packet: unknown, shardId: number, error: unknown): void {
    const name = nameOf(packet);
    const event = this.#counts.has(name) || this.#counts.size < countedNames ? name : 'others';
    const count = (this.#counts.get(event) ?? 0) + 1;
    this.#counts.set(event, count);
    if (/^10*$/.test(String(count)))
      this.#log.error({ err: error, event, count }, "couldn't take an event of Discord's gateway");
    if (event === 'READY') this.#renewLater(shardId);
  }

  /** Without its beginning a session is of no use: another one, after a while, because identifying is counted. */
  #renewLater(shardId: number): void {
    const waitMs = Math.min(firstRenewalMs * 2 ** this.#renewals, longestRenewalMs);
    this.#renewals += 1;
    setTimeout(() => void this.#shards.get(shardId)?.renewSession(), waitMs).unref();
  }
}

/** What is used of a shard of `@discordjs/ws`. */
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

  /** discord.js waits for none of what it sends. A socket that can't take it is about to be replaced. */
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
  /** Connections in a row that were accepted and silent. */
  #silent = 0;

  constructor(shard: Shard, manager: WebSocketManager, helloWithinMs: number, onFault: OnFault) {
    this.#shard = shard;
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
      // discord.js would ask for that session twice a second, for ever.
      if (args[0] === GatewayCloseCodes.SessionTimedOut) await this.#forgetSession();
      await end(...args);
    });
    replaceMethod(shard, 'destroy', (destroy) => async (...args) => {
      const connection = this.#connection;
      const timer = setTimeout(() => connection.terminate(), closeWithinMs).unref();
      try {
        await destroy(...args);
      } finally {
        clearTimeout(timer);
      }
    });
  }

  async renewSession(): Promise<void> {
    await this.#forgetSession();
    this.#connection.terminate();
  }

  async #forgetSession(): Promise<void> {
    await this.#manager.options.updateSessionInfo(this.#shard.id, null);
  }

  /**
   * A connection that is accepted and then silent is cut: the shard resumes its session over another one. Twice in a row, and the
   * address that Discord gave for resuming is at fault, so a new session begins at the usual one.
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

  /** The one that it has at the moment. */
  get #connection(): { terminate(): void } {
    const connection: unknown = Reflect.get(this.#shard, 'connection');
    return hasTerminate(connection) ? connection : { terminate: () => undefined };
  }
}

function hasTerminate(connection: unknown): connection is { terminate(): void } {
  return typeof connection === 'object' && connection !== null && 'terminate' in connection;
}

const soundSession = z.object({ resumeURL: z.url({ protocol: /^wss?$/ }), sessionId: z.string() });

/** A session with an address that is none can't be resumed: making that connection throws where nobody listens. */
function keepSoundSessions({ options }: WebSocketManager): void {
  const { retrieveSessionInfo } = options;
  options.retrieveSessionInfo = async (shardId) => {
    const session = await retrieveSessionInfo(shardId);
    return soundSession.safeParse(session).success ? session : null;
  };
}

type Method = (...args: readonly unknown[]) => unknown;

/** @throws when there's no such method: another version of the library works differently. */
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
