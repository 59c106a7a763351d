import type { TranslationClient } from '../../src/service/realtime/translation/translation-types.ts';
import type { HeardFrame } from '../../src/voice/ears/types.ts';
import type { RoomSink } from '../../src/voice/mouth/types.ts';
import type { Span } from './turns-to-speak.ts';

/** What a caption showed, each time it changed. */
export interface CaptionChange {
  readonly id: string;
  readonly userId: string | undefined;
  readonly to: string;
  readonly original: string;
  readonly translation: string;
  readonly final: boolean;
  readonly atMs: number;
}

/** Someone who interprets a meeting. */
export interface BenchInterpreter {
  readonly changes: readonly CaptionChange[];
  /** When the first packet of a line went out, by the line's id. */
  readonly spokenAt: ReadonlyMap<string, number>;
  /** When its mouth was busy; absent where nothing waits for it. */
  readonly said?: readonly Span[];
  /** When a caption was written to Discord, posted or edited. */
  readonly writtenAt: () => readonly number[];
  /** Sessions that were opened. */
  readonly opened: () => number;
  hear(frame: HeardFrame): void;
  /** The last words of all of them. */
  finish(): Promise<void>;
}

export type OpenInterpreter = (client: TranslationClient) => Promise<BenchInterpreter>;

/** Takes every packet, and leaves it at that. */
export const nowhere: RoomSink = { send: () => true, setSpeaking: () => undefined };
