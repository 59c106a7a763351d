import type { TranslationEvent } from '../../service/realtime/translation/translation-types.ts';

/** What becomes of what one session hears. */
export interface SessionListener {
  hear(event: TranslationEvent): void;
  /** Nothing more comes. */
  over(): void;
}
