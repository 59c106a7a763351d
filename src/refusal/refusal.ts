import type { CallRefusal } from './call.ts';
import type { ConversationRefusal } from './conversation.ts';
import type { EdgeRefusal } from './edge.ts';
import type { InterpreterRefusal } from './interpreter.ts';
import type { KnowledgeRefusal } from './knowledge.ts';
import type { MediaRefusal } from './media.ts';
import type { PrivacyRefusal } from './privacy.ts';
import type { SettingsRefusal } from './settings.ts';
import type { SpeechRefusal } from './speech.ts';
import type { SpendingRefusal } from './spending.ts';
import type { VideoRefusal } from './video.ts';
import type { VoiceRefusal } from './voice.ts';

/**
 * An expected "no": something can't be done, and one sentence can say why. Only identity and data: the sentences are in
 * each part's words, per language.
 */
export type RefusalFacts =
  | EdgeRefusal
  | SettingsRefusal
  | SpendingRefusal
  | MediaRefusal
  | PrivacyRefusal
  | VideoRefusal
  | VoiceRefusal
  | SpeechRefusal
  | KnowledgeRefusal
  | CallRefusal
  | ConversationRefusal
  | InterpreterRefusal;

export type RefusalCode = RefusalFacts['code'];

/** A button under the sentence that helps. */
export interface Offer {
  readonly feature: string;
  readonly action: keyof OfferLabels;
  readonly id: string;
}

/** What such buttons say. */
export interface OfferLabels {
  readonly switch: string;
  /** The bot comes to their voice channel. */
  readonly come: string;
  /** Leads back to the form as it was filled in. */
  readonly reopen: string;
}

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly facts: RefusalFacts;
  readonly offer: Offer | undefined;

  constructor(facts: RefusalFacts, offer?: Offer) {
    super(`refused: ${facts.code}`);
    this.facts = facts;
    this.offer = offer;
  }
}

/** What the bot does in another voice channel is refused without naming it to those who may not know of it. */
export function withoutHiddenPlace(facts: RefusalFacts, knows: (channelId: string) => boolean): RefusalFacts {
  switch (facts.code) {
    case 'voice-elsewhere':
    case 'call-running-already':
    case 'call-other-running':
      return facts.channelId === undefined || knows(facts.channelId)
        ? facts
        : { ...facts, channelId: undefined };
    default:
      return facts;
  }
}
