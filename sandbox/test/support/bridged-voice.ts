import type { BridgedVoice, BridgeSeat } from '../../discord/voice/bridge-types.ts';

/** A voice connection that says what a test tells it to, and remembers what it was asked for. */
export class FakeBridgedVoice implements BridgedVoice {
  readonly seat: BridgeSeat;
  readonly ready: Promise<void>;
  readonly spoken: Uint8Array[] = [];
  pauses = 0;
  closes = 0;
  readonly #ready = Promise.withResolvers<void>();
  #onPacket: Parameters<BridgedVoice['onPacket']>[0] = () => {};
  #onSpeaking: Parameters<BridgedVoice['onSpeaking']>[0] = () => {};
  #onClosed: Parameters<BridgedVoice['onClosed']>[0] = () => {};

  constructor(seat: BridgeSeat) {
    this.seat = seat;
    this.ready = this.#ready.promise;
  }

  speak(packet: Uint8Array): void {
    this.spoken.push(packet);
  }

  endSpeech(): void {
    this.pauses += 1;
  }

  onPacket(listener: Parameters<BridgedVoice['onPacket']>[0]): void {
    this.#onPacket = listener;
  }

  onSpeaking(listener: Parameters<BridgedVoice['onSpeaking']>[0]): void {
    this.#onSpeaking = listener;
  }

  onClosed(listener: Parameters<BridgedVoice['onClosed']>[0]): void {
    this.#onClosed = listener;
  }

  close(): void {
    this.closes += 1;
  }

  becomeReady(): void {
    this.#ready.resolve();
  }

  fail(reason: string): void {
    this.#ready.reject(new Error(reason));
  }

  hear(userId: string, packet: Uint8Array): void {
    this.#onPacket({ userId, packet });
  }

  notice(userId: string, speaking: boolean): void {
    this.#onSpeaking({ userId, speaking });
  }

  end(code: number, reason: string): void {
    this.#onClosed({ code, reason });
  }
}
