import type { KnowledgeRefusal } from './knowledge.ts';
import type { SpeechRefusal } from './speech.ts';
import type { VoiceRefusal } from './voice.ts';

/**
 * An expected "no": the person asked for something that cannot be done, and can be told why in one sentence.
 * Identity and data only; the sentence is made in `words/`, per locale.
 */
export type RefusalFacts =
  | VoiceRefusal
  | SpeechRefusal
  | KnowledgeRefusal
  | { readonly code: 'guild-only' }
  | { readonly code: 'command-unknown' }
  | {
      readonly code: 'bot-lacks-permissions';
      readonly permissions: readonly string[];
      readonly channelId: string;
    }
  | { readonly code: 'you-lack-permissions'; readonly permissions: readonly string[] }
  | { readonly code: 'not-yours' }
  | { readonly code: 'control-expired' }
  | { readonly code: 'option-invalid'; readonly option: string; readonly rule: string }
  | {
      readonly code: 'option-not-offered';
      readonly option: string;
      readonly model: string;
      readonly offeredBy: readonly string[];
    }
  | { readonly code: 'option-twice'; readonly options: readonly string[] }
  | { readonly code: 'references-missing' }
  | {
      readonly code: 'references-too-many';
      readonly maxImages: number;
      readonly maxVideos: number;
      readonly maxFiles: number;
    }
  | { readonly code: 'nothing-to-use' }
  | { readonly code: 'file-gone' }
  | { readonly code: 'file-still-too-large'; readonly limitMegabytes: number }
  | { readonly code: 'prompt-empty' }
  | { readonly code: 'audio-twice' }
  | { readonly code: 'url-not-http'; readonly option: string }
  | { readonly code: 'url-private'; readonly option: string }
  | { readonly code: 'file-unreachable'; readonly option: string }
  | { readonly code: 'audio-wrong-kind' }
  | { readonly code: 'audio-too-large'; readonly limitMegabytes: number }
  | { readonly code: 'audio-wrong-length'; readonly minSeconds: number; readonly maxSeconds: number }
  /** `index`: which of the reference files, from 1 on. */
  | { readonly code: 'reference-wrong-kind'; readonly index: number }
  | { readonly code: 'reference-too-large'; readonly index: number; readonly limitMegabytes: number }
  | {
      readonly code: 'reference-wrong-size';
      readonly index: number;
      readonly minPixels: number;
      readonly maxPixels: number;
    }
  | { readonly code: 'reference-transparent'; readonly index: number }
  | {
      readonly code: 'reference-wrong-length';
      readonly index: number;
      readonly minSeconds: number;
      readonly maxSeconds: number;
    }
  | {
      readonly code: 'region-lacks-kind';
      readonly region: string;
      readonly model: string;
      readonly servedBy: readonly string[];
    }
  | {
      readonly code: 'quota-spent';
      readonly scope: 'person' | 'guild';
      readonly unit: SpendingUnit;
      readonly limit: number;
      readonly left: number;
      readonly asked: number;
      /** Epoch milliseconds. */
      readonly resetsAt: number;
    }
  | { readonly code: 'shutting-down' }
  | { readonly code: 'job-gone' }
  | { readonly code: 'too-late' };

/** What a daily allowance is counted in. */
export type SpendingUnit = 'video-seconds' | 'spoken-characters';

export type RefusalCode = RefusalFacts['code'];

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly facts: RefusalFacts;

  constructor(facts: RefusalFacts) {
    super(`refused: ${facts.code}`);
    this.facts = facts;
  }
}
