import type { TranslationEvent } from '../../service/realtime/translation/translation-types.ts';

/** Receives the results of one session. */
export interface SessionListener {
  hear(event: TranslationEvent): void;
  /** Nothing more comes. */
  over(): void;
}
