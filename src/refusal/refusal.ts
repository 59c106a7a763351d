import type { CallRefusal } from './call.ts';
import type { ConversationRefusal } from './conversation.ts';
import type { EdgeRefusal } from './edge.ts';
import type { InterpreterRefusal } from './interpreter.ts';
import type { KnowledgeRefusal } from './knowledge.ts';
import type { MediaRefusal } from './media.ts';
import type { SpeechRefusal } from './speech.ts';
import type { SpendingRefusal } from './spending.ts';
import type { VideoRefusal } from './video.ts';
import type { VoiceRefusal } from './voice.ts';

/**
 * An expected "no": the person asked for something that cannot be done, and can be told why in one sentence.
 * Identity and data only; each part's sentences stand in its own words, per language.
 */
export type RefusalFacts =
  | EdgeRefusal
  | SpendingRefusal
  | MediaRefusal
  | VideoRefusal
  | VoiceRefusal
  | SpeechRefusal
  | KnowledgeRefusal
  | CallRefusal
  | ConversationRefusal
  | InterpreterRefusal;

export type RefusalCode = RefusalFacts['code'];

/** What would help: the button of a feature, under the sentence. */
export interface Offer {
  readonly feature: string;
  readonly action: keyof OfferLabels;
  readonly id: string;
}

/** What such buttons say. */
export interface OfferLabels {
  readonly switch: string;
  /** To a form, as it was filled in. */
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
