import type { AudioFormat, SampleRateHz, SynthesisLanguage, SynthesisModel } from './models.ts';
import type { VoiceListing } from './voice-list.ts';

/** A request, in the document's own ranges. Anything absent has the service's default. */
export interface SynthesisRequest {
  readonly model: SynthesisModel;
  readonly voice: VoiceListing;
  readonly format: AudioFormat;
  readonly sampleRateHz?: SampleRateHz;
  /** 0 to 100. */
  readonly volume?: number;
  /** 0.5 to 2. */
  readonly rate?: number;
  /** 0.5 to 2. */
  readonly pitch?: number;
  /** 6 to 510 kbit/s, with `opus` only. */
  readonly bitRateKbps?: number;
  /** The text is SSML: exactly one message. */
  readonly ssml?: boolean;
  readonly wordTimestamps?: boolean;
  /** 0 to 65535. */
  readonly seed?: number;
  readonly language?: SynthesisLanguage;
  /** At most 100 characters, of which Han characters count 2. */
  readonly instruction?: string;
  readonly aigcTag?: { readonly propagator?: string; readonly propagateId?: string };
  readonly hotFix?: {
    readonly pronunciation?: readonly { readonly word: string; readonly pinyin: string }[];
    readonly replace?: readonly { readonly word: string; readonly by: string }[];
  };
  readonly markdownFilter?: boolean;
}

/** A word and when it sounds, in milliseconds of the task's audio. */
export interface TimedWord {
  readonly text: string;
  readonly beginMs: number;
  readonly endMs: number;
  readonly sentence: number;
}

export interface SynthesisSummary {
  /** As the service bills; undefined if it didn't say. */
  readonly characters: number | undefined;
  readonly requestId: string | undefined;
}

/** One task: text goes in as it becomes known, audio comes out as it's made. */
export interface SynthesisTask {
  readonly id: string;
  /** Adds text, which is sent at sentence ends, and the rest when it's finished. @throws ServiceError after the end */
  write(text: string): void;
  /** There's no more text. Call it right after the last one (field notes 2). */
  finish(): void;
  /** The bytes of the file or stream as they arrive, for one reader; rejects with a ServiceError. */
  readonly audio: AsyncIterable<Uint8Array>;
  onWord(listener: (word: TimedWord) => void): void;
  /** Resolves when all audio has arrived; rejects with a ServiceError, also if it's cancelled (fault `aborted`). */
  readonly done: Promise<SynthesisSummary>;
  /** Stops it at the service, too; idempotent. */
  cancel(): void;
}

export interface SynthesisClient {
  /** @throws ServiceError (`invalid-request`) at once if it breaks a rule of the document */
  start(request: SynthesisRequest, signal?: AbortSignal): SynthesisTask;
  /** Opens a socket ahead, because speech will be needed soon. */
  warm?(): void;
  close(): Promise<void>;
}
