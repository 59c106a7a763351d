import type { Format } from './sizes.ts';

export type ShotType = 'single' | 'multi';

/** One entry of `input.reference_urls` or of the deprecated `input.reference_video_urls`. */
export interface ReferenceAddress {
  /** Where it stood, for messages: `input.reference_urls.0`. */
  readonly field: string;
  readonly url: string;
  /** The deprecated field takes videos only, and not the shortest ones. */
  readonly deprecated: boolean;
}

/** A creation as the service understood it, whatever its protocol. */
export interface CreateRequest {
  /** Cut to the model's limit. */
  readonly prompt: string;
  readonly negativePrompt?: string;
  readonly audioUrl?: string;
  /** In the order of the characters; empty unless the request is one of section C. */
  readonly references: readonly ReferenceAddress[];
  readonly format: Format;
  readonly durationSeconds: number;
  /** Always false in section C, which has no such parameter. */
  readonly promptExtend: boolean;
  /** Absent where the model has no such parameter. */
  readonly shotType?: ShotType;
  /** Whether the film is to be heard. */
  readonly sound: boolean;
  readonly watermark: boolean;
  /** Drawn when it was omitted. */
  readonly seed: number;
  readonly seedGiven: boolean;
  /** Fields of the body that had no effect, as `parameters.ratio`. */
  readonly ignoredFields: readonly string[];
}

/** Reads the body of a creation; `drawSeed` is asked where the body names none. */
export type ReadCreation = (body: unknown, drawSeed: () => number) => CreateRequest;
