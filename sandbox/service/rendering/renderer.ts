/** A file that a film was asked to refer to. */
export type ReferencePicture = { readonly label: string } & (
  | {
      readonly kind: 'image';
      /** JPEG, PNG, BMP or WEBP. */
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'video'; readonly seconds: number }
);

/** What has to be seen and heard in one result file. */
export interface RenderJob {
  readonly model: string;
  readonly prompt: string;
  readonly negativePrompt?: string;
  /** Pixels, both even. */
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number;
  /** Up to 12, as long as they're encoded within seconds, when absent. */
  readonly framesPerSecond?: number;
  readonly seed: number;
  readonly watermark: boolean;
  /** False for a silent film. */
  readonly sound: boolean;
  /** A WAV or MP3 file to be heard; without it a tone bed is made. */
  readonly audio?: Uint8Array;
  /** The film is cut, instead of one shot from beginning to end. */
  readonly severalShots?: boolean;
  /** Shown in this order. */
  readonly references?: readonly ReferencePicture[];
}

/** Makes an MP4 (H.264) of exactly the asked size and duration. */
export type VideoRenderer = (job: RenderJob, signal: AbortSignal) => Promise<Uint8Array>;
