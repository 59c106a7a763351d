import type { PrivilegedIntent } from './gateway/protocol.ts';

export interface DiscordSandboxOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** 0 (the default) takes any free port. */
  readonly port?: number;
  /** Clock for tokens, expiry, ids and rate limits; milliseconds since 1970. */
  readonly now?: () => number;
  /** Largest file that may be uploaded; sent as `attachment_size_limit` and enforced (413, code 40005). */
  readonly attachmentLimitBytes?: number;
  readonly requestLimitBytes?: number;
  /** Default: random. */
  readonly botToken?: string;
  /** Time for the first answer to an interaction. */
  readonly interactionAckMs?: number;
  /** Life of an interaction's token after that. */
  readonly interactionTokenMs?: number;
  readonly attachmentUrlTtlMs?: number;
  readonly heartbeatIntervalMs?: number;
  /** The bot may identify once in this time for each `shard_id % max_concurrency`; 0 for as often as it likes. */
  readonly identifyIntervalMs?: number;
  /** Default: 1. */
  readonly maxConcurrency?: number;
  /** Sessions that a bot may start a day, over all shards. Default: 1,000. */
  readonly sessionStarts?: number;
  /** How many shards `GET /gateway/bot` recommends. Default: one for each 1,000 guilds of the bot. */
  readonly recommendedShards?: number;
  /** Privileged intents switched on in the "developer portal"; none by default, as for a new application. */
  readonly privilegedIntents?: readonly PrivilegedIntent[];
  /**
   * Whether a reply that an app may read comes with what it replies to, even without the Message Content intent. The
   * documentation doesn't say; default: yes.
   */
  readonly repliesBringContent?: boolean;
  /** How many more servers there are, each with a text and a voice channel (`anotherServer`); none by default. */
  readonly moreServers?: number;
  /** The language of its first server. */
  readonly locale?: string;
}

export interface Settings {
  readonly host: string;
  attachmentLimitBytes: number;
  readonly requestLimitBytes: number;
  readonly interactionAckMs: number;
  readonly interactionTokenMs: number;
  readonly attachmentUrlTtlMs: number;
  readonly heartbeatIntervalMs: number;
  readonly identifyIntervalMs: number;
  readonly maxConcurrency: number;
  readonly sessionStarts: number;
  readonly recommendedShards: number | undefined;
  privilegedIntents: ReadonlySet<PrivilegedIntent>;
  repliesBringContent: boolean;
}

const mebibyte = 1024 * 1024;

export function settingsOf(options: DiscordSandboxOptions): Settings {
  return {
    host: options.host ?? '127.0.0.1',
    attachmentLimitBytes: options.attachmentLimitBytes ?? 10 * mebibyte,
    requestLimitBytes: options.requestLimitBytes ?? 25 * mebibyte,
    interactionAckMs: options.interactionAckMs ?? 3000,
    interactionTokenMs: options.interactionTokenMs ?? 15 * 60_000,
    attachmentUrlTtlMs: options.attachmentUrlTtlMs ?? 24 * 3_600_000,
    heartbeatIntervalMs: options.heartbeatIntervalMs ?? 41_250,
    identifyIntervalMs: options.identifyIntervalMs ?? 5_000,
    maxConcurrency: options.maxConcurrency ?? 1,
    sessionStarts: options.sessionStarts ?? 1_000,
    recommendedShards: options.recommendedShards,
    privilegedIntents: new Set(options.privilegedIntents ?? []),
    repliesBringContent: options.repliesBringContent ?? true,
  };
}
