import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredInteraction } from '../../sandbox/discord/interactions/store.ts';
import type { Message } from '../../sandbox/discord/world/model.ts';
import { type Fleet, order } from './fleet.ts';

export interface Order {
  readonly id: string;
  readonly channelId: string;
}

/** Discord gives a bot that long for its first answer. */
export const ruleMs = 3_000;

/** Videos that people ask for, each with a prompt of its own. */
export class Orders {
  readonly placed: Order[] = [];
  readonly #fleet: Fleet;
  #asked = 0;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  async place(channelId: string): Promise<Order> {
    this.#asked += 1;
    const { id } = await this.#fleet.owner.invoke(channelId, ['video', 'text'], order(this.#asked));
    const placed = { id, channelId };
    this.placed.push(placed);
    return placed;
  }

  /** One after the other in all these channels, so many at once. */
  async placeMany(count: number, atOnce: number, channels: readonly string[]): Promise<void> {
    await atOnceDo(count, atOnce, async (index) => {
      await this.place(channels[index % channels.length] ?? '');
    });
  }

  /** One each time, in turn over the channels, until it's told to stop. */
  async keepPlacing(everyMs: number, channels: readonly string[], stop: AbortSignal): Promise<void> {
    for (let index = 0; !stop.aborted; index += 1) {
      // Without its process, a server's commands can't even be looked up at times.
      await this.place(channels[index % channels.length] ?? '').catch(() => undefined);
      await sleep(everyMs);
    }
  }

  /** How long until a command in that channel is answered, from now on. One that isn't taken in time is asked again. */
  async untilAnswered(channelId: string, patienceMs: number): Promise<number> {
    const beganAt = performance.now();
    while (performance.now() - beganAt < patienceMs) {
      const { id } = await this.place(channelId);
      for (let waitedMs = 0; waitedMs < ruleMs + 100; waitedMs += 50) {
        const { state } = interaction(this.#fleet, id) ?? {};
        if (state?.kind === 'failed') break;
        if (state && state.kind !== 'waiting') return performance.now() - beganAt;
        await sleep(50);
      }
    }
    return patienceMs;
  }
}

export async function atOnceDo(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const person = async () => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, person));
}

export function interaction({ discord }: Fleet, id: string): StoredInteraction | undefined {
  return discord.state.interactions().findLast((each) => each.id === id);
}

/** How long each interaction waited, as Discord counts: from telling the bot to having its first answer. */
export function answers(
  { discord }: Fleet,
  since: number,
): readonly { readonly at: number; readonly tookMs: number }[] {
  const answeredAt = new Map(
    discord.faults.seen.flatMap(({ path, at }) => {
      const id = /\/interactions\/(\d+)\/[^/]+\/callback$/.exec(path)?.[1];
      return id === undefined ? [] : [[id, at] as const];
    }),
  );
  return discord.state
    .interactions()
    .filter(({ createdAt }) => createdAt >= since)
    .map(({ id, createdAt }) => {
      const at = answeredAt.get(id) ?? createdAt + ruleMs;
      return { at, tookMs: at - createdAt };
    });
}

/** Messages with a video, in all channels in which one was asked for. */
export function videosPosted({ discord }: Fleet, { placed }: Orders): readonly Message[] {
  const channels = new Set(placed.map(({ channelId }) => channelId));
  return [...channels].flatMap((channelId) =>
    discord.state.messages(channelId).filter(({ files }) => files.length > 0),
  );
}
