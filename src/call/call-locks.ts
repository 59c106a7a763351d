import type { Actor } from '../authority/actor.ts';
import type { CallKind } from '../refusal/call.ts';
import { type Offer, Refusal, withoutHiddenPlace } from '../refusal/refusal.ts';
import type { CallAccess } from './call-access.ts';
import type { BasicCall } from './types.ts';

interface Lock {
  readonly kind: CallKind;
  readonly released: Promise<void>;
  readonly release: () => void;
  holders: number;
}

/** Call it when the call is over or never began; idempotent. */
export type ReleaseCall = () => void;

/**
 * A lock per guild, shared by the calls of one kind: the bot doesn't interpret during a conversation, and the other way round.
 * Each kind keeps its own calls apart. Reading aloud needs no lock.
 */
export class CallLocks {
  readonly #held = new Map<string, Lock>();
  readonly #kinds = new Map<CallKind, CallAccess<BasicCall>>();

  /** Each kind registers how to reach its calls. */
  registerKind<Call extends BasicCall>(kind: CallKind, access: CallAccess<Call>): void {
    this.#kinds.set(kind, access);
  }

  /**
   * Waits for a call of another kind that's ending.
   * @param offer a button that ends the other call and begins this one; only called if they may end that
   * @throws {Refusal} `call-other-running`
   */
  async acquire(actor: Actor, kind: CallKind, offer: () => Offer): Promise<ReleaseCall> {
    const { guildId } = actor;
    for (let other = this.#other(guildId, kind); other; other = this.#other(guildId, kind)) {
      if (!this.#isEnding(actor, other.kind)) this.#refuse(actor, other.kind, offer);
      await other.released;
    }
    const lock = this.#held.get(guildId) ?? this.#unlocked(kind);
    this.#held.set(guildId, lock);
    lock.holders += 1;
    let isHolding = true;
    return () => {
      if (!isHolding) return;
      isHolding = false;
      lock.holders -= 1;
      if (lock.holders > 0) return;
      this.#held.delete(guildId);
      lock.release();
    };
  }

  /** Ends a running call of another kind. @throws {Refusal} `call-not-there` if they may not */
  async endOther(actor: Actor, kind: CallKind): Promise<void> {
    const other = this.#other(actor.guildId, kind);
    const access = other && this.#kinds.get(other.kind);
    if (!access?.peek(actor)) return;
    await access.findToStop(actor).stop('asked', actor.userId);
    await other?.released;
  }

  #other(guildId: string, kind: CallKind): Lock | undefined {
    const lock = this.#held.get(guildId);
    return lock?.kind === kind ? undefined : lock;
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

  #unlocked(kind: CallKind): Lock {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { kind, released: promise, release: resolve, holders: 0 };
  }
}
