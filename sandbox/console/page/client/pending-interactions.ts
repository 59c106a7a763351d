import type { CommandTarget } from '../wire/message.ts';
import { Observable } from './observable.ts';

/** Where an interaction came from, which is where its outcome is shown. */
export type Origin =
  | {
      readonly kind: 'command';
      readonly channelId: string;
      readonly label: string;
      /** What it was used on, from a context menu; undefined for commands typed after `/`. */
      readonly target: CommandTarget | undefined;
    }
  | {
      readonly kind: 'component';
      readonly channelId: string;
      readonly messageId: string;
      readonly customId: string;
    }
  | { readonly kind: 'modal'; readonly channelId: string; readonly messageId: string | undefined };

export interface PendingInteraction {
  readonly nonce: string;
  readonly origin: Origin;
  /** `failed` stays until it is dismissed or the same place is used again. */
  readonly state: 'sent' | 'failed';
  readonly reason: string | undefined;
}

/** Interactions that were sent and not answered yet, or that failed. */
export class PendingInteractions extends Observable {
  readonly #pending = new Map<string, PendingInteraction>();

  start(nonce: string, origin: Origin): void {
    for (const other of this.#pending.values()) {
      if (other.state === 'failed' && samePlace(other.origin, origin)) this.#pending.delete(other.nonce);
    }
    this.#pending.set(nonce, { nonce, origin, state: 'sent', reason: undefined });
    this.changed();
  }

  /** Answered, so there's nothing left to show. */
  finish(nonce: string): void {
    if (this.#pending.delete(nonce)) this.changed();
  }

  fail(nonce: string, reason: string): void {
    const pending = this.#pending.get(nonce);
    if (!pending) return;
    this.#pending.set(nonce, { ...pending, state: 'failed', reason });
    this.changed();
  }

  find(nonce: string): PendingInteraction | undefined {
    return this.#pending.get(nonce);
  }

  /** Commands on their way in a channel, oldest first. */
  commandsIn(channelId: string): readonly PendingInteraction[] {
    return [...this.#pending.values()].filter(
      ({ origin }) => origin.kind === 'command' && origin.channelId === channelId,
    );
  }

  /** The state of a message's components: the one waiting for an answer, or why the last one failed. */
  onMessage(messageId: string): PendingInteraction | undefined {
    return [...this.#pending.values()].findLast(
      ({ origin }) => origin.kind !== 'command' && origin.messageId === messageId,
    );
  }
}

function samePlace(a: Origin, b: Origin): boolean {
  if (a.kind === 'command' || b.kind === 'command') return false;
  return a.messageId !== undefined && a.messageId === b.messageId;
}
