import type { RecognitionOffer } from '../sound/speech-recogniser.ts';

/** Why there is no microphone, in words for the person. */
export class MicrophoneTrouble extends Error {
  override readonly name = 'MicrophoneTrouble';
}

export interface MicrophoneEvents {
  /** One Opus packet of 20 ms; comes only while the person speaks. */
  readonly onPacket: (packet: Uint8Array<ArrayBuffer>) => void;
  readonly onSpeaking: (speaking: boolean) => void;
  /** The device went away. */
  readonly onLost: () => void;
  /** The browser recognises what the person says, or stops; with what it understood. */
  readonly onRecognition: (listening: boolean, text?: string) => void;
  /** It can't, in words for the person. */
  readonly onRecognitionTrouble: (sentence: string) => void;
}

export interface Microphone {
  /** Lets nothing through while true. */
  muted: boolean;
  /** Loudness of the last 20 ms, 0 to 1 on a scale of decibels. */
  readonly level: number;
  close(): void;
}

/** Ears and mouth of the page, as a call uses them. */
export interface CallSound {
  /** Whether the browser can recognise speech, and where that happens; known soon after the page is there. */
  readonly recognition: RecognitionOffer;
  /** From a click: browsers let sound out only then. Says in words when the browser cannot play calls. */
  open(): string | undefined;
  /** @throws MicrophoneTrouble */
  microphone(events: MicrophoneEvents): Promise<Microphone>;
  hear(userId: string, packet: Uint8Array<ArrayBuffer>): void;
  /** That person is gone; what was not played yet is dropped. */
  forget(userId: string): void;
  forgetAll(): void;
  /** 0 to 2; 1 is as it comes. */
  volume: number;
  deafened: boolean;
  /** Loudness of what comes out, 0 to 1 on a scale of decibels. */
  readonly level: number;
  /** The last minute of what came out, as a WAV file. */
  recording(): Blob;
  close(): void;
}
