import { type Client, Events, GatewayDispatchEvents, GatewayOpcodes } from 'discord.js';
import { z } from 'zod';
import type { StatusNews } from './presence.ts';

const statusSchema = z.string().nullish();
const channelInfoSchema = z.object({
  t: z.literal(GatewayDispatchEvents.ChannelInfo),
  d: z.object({
    guild_id: z.string(),
    channels: z.array(z.object({ id: z.string(), status: statusSchema })),
  }),
});
const statusUpdateSchema = z.object({
  t: z.literal(GatewayDispatchEvents.VoiceChannelStatusUpdate),
  d: z.object({ guild_id: z.string(), id: z.string(), status: statusSchema }),
});
const packetSchema = z.discriminatedUnion('t', [channelInfoSchema, statusUpdateSchema]);

type Statuses = ReadonlyMap<string, string | null>;
type StatusListener = (guildId: string, channelId: string, text: string | null, news: StatusNews) => void;

/**
 * Voice channels' status lines, which discord.js doesn't know yet: Request Channel Info (op 43), its answer, and the
 * change event (documented since April 2026).
 */
export class ChannelInfo {
  readonly #client: Pick<Client, 'on'>;
  readonly #send: (guildId: string, payload: unknown) => boolean;
  /** By guild: callers waiting for the answer. */
  readonly #asked = new Map<string, Set<(statuses: Statuses | undefined) => void>>();
  readonly #listeners = new Set<StatusListener>();
  #listens = false;

  /** @param send returns false if the gateway isn't connected */
  constructor(client: Pick<Client, 'on'>, send: (guildId: string, payload: unknown) => boolean) {
    this.#client = client;
    this.#send = send;
  }

  /** Null: no status. Undefined: Discord didn't say before the signal aborted. */
  async statusOf(
    guildId: string,
    channelId: string,
    signal: AbortSignal,
  ): Promise<string | null | undefined> {
    const statuses = await this.#ask(guildId, signal);
    return statuses && (statuses.get(channelId) ?? null);
  }

  /** Answers are told as well, also those that nobody waits for any more. Returns a function that stops listening. */
  onStatus(listener: StatusListener): () => void {
    this.#listen();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #ask(guildId: string, signal: AbortSignal): Promise<Statuses | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    this.#listen();
    return new Promise((resolve) => {
      const waiting = this.#asked.get(guildId) ?? new Set();
      const isFirst = waiting.size === 0;
      const answer = (statuses: Statuses | undefined) => {
        signal.removeEventListener('abort', giveUp);
        waiting.delete(answer);
        if (waiting.size === 0) this.#asked.delete(guildId);
        resolve(statuses);
      };
      const giveUp = () => answer(undefined);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#asked.set(guildId, waiting.add(answer));
      const request = { op: GatewayOpcodes.RequestChannelInfo, d: { guild_id: guildId, fields: ['status'] } };
      if (isFirst && !this.#send(guildId, request)) giveUp();
    });
  }

  #listen(): void {
    if (this.#listens) return;
    this.#listens = true;
    // Every gateway event comes through here.
    this.#client.on(Events.Raw, (packet: unknown) => isOurs(packet) && this.#take(packet));
  }

  #take(packet: unknown): void {
    const parsed = packetSchema.safeParse(packet);
    if (!parsed.success) return;
    const { t, d } = parsed.data;
    const isChange = t === GatewayDispatchEvents.VoiceChannelStatusUpdate;
    const statuses = new Map((isChange ? [d] : d.channels).map(({ id, status }) => [id, status || null]));
    for (const [channelId, text] of statuses)
      for (const listener of this.#listeners)
        listener(d.guild_id, channelId, text, isChange ? 'changed' : 'told');
    if (!isChange) for (const answer of [...(this.#asked.get(d.guild_id) ?? [])]) answer(statuses);
  }
}

const ourNames: ReadonlySet<unknown> = new Set([
  GatewayDispatchEvents.ChannelInfo,
  GatewayDispatchEvents.VoiceChannelStatusUpdate,
]);

function isOurs(packet: unknown): boolean {
  return typeof packet === 'object' && packet !== null && 't' in packet && ourNames.has(packet.t);
}
