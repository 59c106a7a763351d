import type { Actor } from '../authority/actor.ts';
import type { CallKind } from '../refusal/call.ts';
import { type Offer, Refusal, withoutHiddenPlace } from '../refusal/refusal.ts';
import type { CallAccess } from './call-access.ts';
import type { BasicCall } from './types.ts';

interface Taken {
  readonly kind: CallKind;
  readonly vacated: Promise<void>;
  readonly vacate: () => void;
  holders: number;
}

/** A place for one call. Call it to give the place back when the call is over or never began; idempotent. */
export type Seat = () => void;

/**
 * One call per guild, of any kind: the bot doesn't interpret during a conversation, and the other way round. Each kind
 * keeps its own calls apart. Reading aloud needs no seat.
 */
export class CallSeats {
  readonly #taken = new Map<string, Taken>();
  readonly #kinds = new Map<CallKind, CallAccess<BasicCall>>();

  /** Each kind registers how to reach its calls. */
  register<Call extends BasicCall>(kind: CallKind, access: CallAccess<Call>): void {
    this.#kinds.set(kind, access);
  }

  /**
   * Waits for a call of another kind that's ending.
   * @param offer a button that ends the other call and begins this one; only called if they may end that
   * @throws {Refusal} `call-other-running`
   */
  async take(actor: Actor, kind: CallKind, offer: () => Offer): Promise<Seat> {
    const { guildId } = actor;
    for (let other = this.#other(guildId, kind); other; other = this.#other(guildId, kind)) {
      if (!this.#isEnding(actor, other.kind)) this.#refuse(actor, other.kind, offer);
      await other.vacated;
    }
    const taken = this.#taken.get(guildId) ?? this.#vacant(kind);
    this.#taken.set(guildId, taken);
    taken.holders += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      taken.holders -= 1;
      if (taken.holders > 0) return;
      this.#taken.delete(guildId);
      taken.vacate();
    };
  }

  /** Ends a running call of another kind. @throws {Refusal} `call-not-there` if they may not */
  async clear(actor: Actor, kind: CallKind): Promise<void> {
    const other = this.#other(actor.guildId, kind);
    const access = other && this.#kinds.get(other.kind);
    if (!access?.peek(actor)) return;
    await access.findToStop(actor).stop('asked', actor.userId);
    await other?.vacated;
  }

  #other(guildId: string, kind: CallKind): Taken | undefined {
    const taken = this.#taken.get(guildId);
    return taken?.kind === kind ? undefined : taken;
  }

  #isEnding(actor: Actor, kind: CallKind): boolean {
    return this.#kinds.get(kind)?.isEnding(actor.guildId) ?? false;
  }

  #refuse(actor: Actor, kind: CallKind, offer: () => Offer): never {
    const access = this.#kinds.get(kind);
    const call = access?.peek(actor);
    const isKnown = access !== undefined && call !== undefined && access.knows(actor, call);
    const mayEnd = isKnown && access.mayStop(actor, call);
    const facts = { code: 'call-other-running', kind, channelId: call?.channelId } as const;
    throw new Refusal(
      withoutHiddenPlace(facts, () => isKnown),
      mayEnd ? offer() : undefined,
    );
  }

  #vacant(kind: CallKind): Taken {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { kind, vacated: promise, vacate: resolve, holders: 0 };
  }
}
