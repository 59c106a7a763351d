import { randomBytes } from 'node:crypto';
import type { InteractionType } from 'discord-api-types/v10';
import { refuse } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import type { Settings } from '../settings.ts';
import type { Message } from '../world/model.ts';

/** The state of an interaction. */
export type InteractionState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'deferred'; readonly messageId: string }
  | { readonly kind: 'replied'; readonly messageId: string }
  | { readonly kind: 'deferred-update' }
  | { readonly kind: 'updated' }
  | { readonly kind: 'modal' }
  | { readonly kind: 'choices' }
  | { readonly kind: 'pong' }
  | { readonly kind: 'failed' };

export interface StoredInteraction {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly userId: string;
  readonly channelId: string;
  readonly guildId: string | null;
  readonly createdAt: number;
  readonly nonce: string | undefined;
  readonly data: JsonObject;
  /** The message with the used component, also for a modal that the component opened. */
  readonly sourceMessage: Message | undefined;
  /** The interaction that opened the modal. */
  readonly openedBy: StoredInteraction | undefined;
  state: InteractionState;
}

export interface OpenModal {
  readonly interaction: StoredInteraction;
  readonly customId: string;
  readonly components: readonly JsonObject[];
}

type NewInteraction = Omit<StoredInteraction, 'id' | 'token' | 'createdAt' | 'state'>;

/** All interactions with their two time limits: the first answer, and the life of the token. */
export class InteractionStore {
  readonly modals = new Map<string, OpenModal>();
  readonly #interactions = new Map<string, StoredInteraction>();
  readonly #byToken = new Map<string, StoredInteraction>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #settings: Settings;
  readonly #newId: () => string;
  readonly #now: () => number;

  constructor(settings: Settings, newId: () => string, now: () => number) {
    this.#settings = settings;
    this.#newId = newId;
    this.#now = now;
  }

  all(): readonly StoredInteraction[] {
    return [...this.#interactions.values()];
  }

  /** `onUnanswered` is called once when the first answer didn't come in time. */
  add(fresh: NewInteraction, onUnanswered: (interaction: StoredInteraction) => void): StoredInteraction {
    const interaction: StoredInteraction = {
      ...fresh,
      id: this.#newId(),
      token: randomBytes(96).toString('base64url'),
      createdAt: this.#now(),
      state: { kind: 'waiting' },
    };
    this.#interactions.set(interaction.id, interaction);
    this.#byToken.set(interaction.token, interaction);
    const timer = setTimeout(() => {
      this.#timers.delete(interaction.id);
      if (interaction.state.kind !== 'waiting') return;
      interaction.state = { kind: 'failed' };
      onUnanswered(interaction);
    }, this.#settings.interactionAckMs);
    timer.unref();
    this.#timers.set(interaction.id, timer);
    return interaction;
  }

  /** The interaction that may be answered now. Throws 10062 if it's unknown or too late, 40060 if it was answered. */
  toAcknowledge(id: string, token: string): StoredInteraction {
    const interaction = this.#interactions.get(id);
    if (interaction?.token !== token || interaction.state.kind === 'failed')
      throw refuse.unknownInteraction();
    if (interaction.state.kind !== 'waiting') throw refuse.alreadyAcknowledged();
    if (this.#now() - interaction.createdAt > this.#settings.interactionAckMs)
      throw refuse.unknownInteraction();
    return interaction;
  }

  /** The interaction behind a follow-up's token. Throws 10015 before the first answer, 50027 when the token is dead. */
  toFollowUp(token: string): StoredInteraction {
    const interaction = this.#byToken.get(token);
    if (!interaction) throw refuse.invalidWebhookToken();
    // An autocomplete is answered by its choices alone: there's no message to follow up.
    if (['waiting', 'failed', 'choices'].includes(interaction.state.kind)) throw refuse.unknownWebhook();
    if (this.#now() - interaction.createdAt > this.#settings.interactionTokenMs)
      throw refuse.invalidWebhookToken();
    return interaction;
  }

  settle(interaction: StoredInteraction, state: InteractionState): void {
    interaction.state = state;
    clearTimeout(this.#timers.get(interaction.id));
    this.#timers.delete(interaction.id);
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }
}
