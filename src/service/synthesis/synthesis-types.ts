import type { AudioFormat, SampleRateHz, SynthesisLanguage, SynthesisModel } from './models.ts';
import type { VoiceListing } from './voice-list.ts';

/** What is asked of the service, in the document's own ranges; what is absent is left to the service's default. */
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
  /** As the service bills; undefined when it did not say. */
  readonly characters: number | undefined;
  readonly requestId: string | undefined;
}

/** One task: text goes in as it becomes known, audio comes out as it is made. */
export interface SynthesisTask {
  readonly id: string;
  /** Adds text; it is sent on at sentence ends, and whole when the task is finished. @throws ServiceError after the end */
  write(text: string): void;
  /** Nothing more comes: sent at once after the last text (field notes 2). */
  finish(): void;
  /** The bytes of the file or stream as they come; rejects with a ServiceError. To be read by one reader. */
  readonly audio: AsyncIterable<Uint8Array>;
  onWord(listener: (word: TimedWord) => void): void;
  /** Resolves when all audio has come; rejects with a ServiceError, also when cancelled (fault `aborted`). */
  readonly done: Promise<SynthesisSummary>;
  /** Stops it at the service, too; idempotent. */
  cancel(): void;
}

export interface SynthesisClient {
  /** @throws ServiceError (`invalid-request`) at once for what breaks a rule of the document */
  start(request: SynthesisRequest, signal?: AbortSignal): SynthesisTask;
  /** Speech will be needed soon: opens a socket ahead. */
  warm?(): void;
  close(): Promise<void>;
}
