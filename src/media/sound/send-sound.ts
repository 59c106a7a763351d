import { createReadStream } from 'node:fs';
import type { Clock } from '../../operations/clock.ts';
import { soundBytesPerMs } from './sound-sink.ts';

/** The longest append that works everywhere (field notes 3). */
const pieceMs = 200;
/** With this much waiting in the connection, the next piece waits, too: what waits too long is dropped there. */
const mostUnsentMs = 1_000;

/** What hears the sound: a session of whatever interface. */
export interface SoundTaker {
  readonly over: boolean;
  /** Milliseconds that wait in the connection. */
  readonly waitingMs: number;
  append(pcm: Uint8Array): void;
}

export interface SoundSending {
  readonly session: SoundTaker;
  readonly path: string;
  readonly fromMs: number;
  /** How many times as fast as people speak. */
  readonly speed: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called before each piece with how much has been sent. */
  readonly onPiece: (sentMs: number) => void;
}

/** Sends a file of sound to a session, a piece at a time. Resolves when it's sent, or the session is over. */
export async function sendSound(sending: SoundSending): Promise<void> {
  const { session, path, fromMs, speed, clock, signal, onPiece } = sending;
  const beganAt = clock.now();
  let sentMs = fromMs;
  const pieces = createReadStream(path, {
    start: fromMs * soundBytesPerMs,
    highWaterMark: pieceMs * soundBytesPerMs,
  });
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    const dueAt = beganAt + (sentMs - fromMs) / speed;
    const earlyMs = dueAt - clock.now();
    if (earlyMs > 0) await clock.sleep(earlyMs, signal);
    while (session.waitingMs > mostUnsentMs && !session.over) await clock.sleep(pieceMs, signal);
    signal.throwIfAborted();
    if (session.over) return;
    onPiece(sentMs);
    signal.throwIfAborted();
    session.append(piece);
    sentMs += piece.length / soundBytesPerMs;
  }
  onPiece(sentMs);
}
