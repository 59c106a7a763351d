import type { Logger } from 'pino';
import type { VoicePeople } from '../../call/voice-people.ts';
import type { Clock } from '../../operations/clock.ts';
import type { Call } from '../call-types.ts';
import type { ToolHands } from './tool-parts.ts';

/** Nobody tells the bot when a role is removed, so it checks. */
const lookEveryMs = 60_000;

/**
 * The bases whose passages a call's session knows. If someone in the voice channel may not read one of them, because
 * they came, were moved in or lost a role, another session starts without any of it. If Discord doesn't say, they may
 * not.
 */
export class HeldPassages {
  readonly #parts;
  /** By base id: since when. */
  readonly #held = new Map<string, number>();
  #isLooking = false;
  #lookAgain = false;
  #isWatching = false;

  constructor(parts: {
    readonly call: Pick<Call, 'request' | 'channelId' | 'participants' | 'onChange' | 'beginAnew'>;
    readonly hands: Pick<ToolHands, 'mayAllRead'>;
    readonly people: Pick<VoicePeople, 'onArrival'>;
    readonly clock: Clock;
    readonly log: Logger;
    /** Aborts when the call is over. */
    readonly over: AbortSignal;
  }) {
    const { call, people, over } = parts;
    this.#parts = parts;
    const stopArrivals = people.onArrival(({ guildId, channelId }) => {
      if (guildId === call.request.guildId && channelId === call.channelId) void this.#look();
    });
    const stopChanges = call.onChange(
      () => void this.#look(),
      () => [call.channelId, ...call.participants],
    );
    over.addEventListener('abort', () => {
      stopArrivals();
      stopChanges();
    });
  }

  /** False if someone who may not read them has come since: then the session may not get them. */
  async hold(baseIds: readonly string[]): Promise<boolean> {
    const added = baseIds.filter((id) => !this.#held.has(id));
    const now = this.#parts.clock.now();
    // Set before waiting, so that people who come in between are checked.
    for (const id of added) this.#held.set(id, now);
    const mayAll = await this.#mayAllRead(baseIds);
    if (!mayAll) for (const id of added) this.#held.delete(id);
    void this.#watch();
    return mayAll && baseIds.every((id) => this.#held.has(id));
  }

  async #mayAllRead(baseIds: readonly string[]): Promise<boolean> {
    const { call, hands, log } = this.#parts;
    const { channelId, request } = call;
    try {
      return (await hands.mayAllRead?.({ guildId: request.guildId, channelId, baseIds })) ?? false;
    } catch (error) {
      log.info({ err: error, reference: request.reference }, "couldn't tell who may read what a call knows");
      return false;
    }
  }

  /** Checks one at a time, and once more if something changed in between. */
  async #look(): Promise<void> {
    this.#lookAgain = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#lookAgain && this.#held.size > 0) {
      this.#lookAgain = false;
      if (!(await this.#mayAllRead([...this.#held.keys()]))) this.#letGo();
    }
    this.#isLooking = false;
  }

  #letGo(): void {
    const { call, log, over } = this.#parts;
    const since = Math.min(...this.#held.values());
    this.#held.clear();
    if (over.aborted) return;
    log.info(
      { reference: call.request.reference },
      'a call forgets passages that not everybody there may read',
    );
    call.beginAnew(since);
  }

  async #watch(): Promise<void> {
    const { clock, over } = this.#parts;
    if (this.#isWatching) return;
    this.#isWatching = true;
    while (this.#held.size > 0 && !over.aborted) {
      await clock.sleep(lookEveryMs, over).catch(() => undefined);
      if (!over.aborted) await this.#look();
    }
    this.#isWatching = false;
  }
}
