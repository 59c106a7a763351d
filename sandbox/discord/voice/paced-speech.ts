import type { BridgedVoice } from './bridge-types.ts';

/** Monotonic time and timers; `after` returns a function that cancels. */
export interface PaceClock {
  nowMs(): number;
  after(delayMs: number, action: () => void): () => void;
}

export const machinePace: PaceClock = {
  nowMs: () => performance.now(),
  after: (delayMs, action) => {
    const timer = setTimeout(action, delayMs);
    return () => clearTimeout(timer);
  },
};

const frameMs = 20;
/** The five frames of silence after every speech, and one more. */
const silenceMs = 6 * frameMs;
/** When it's later than that, the rest comes later, too: a burst would run over everybody's buffers. */
const mostLateMs = 100;

interface Speaking {
  readonly kind: 'speaking';
  readonly packets: readonly Uint8Array[];
  readonly over: () => void;
  next: number;
  dueMs: number;
  cancel: () => void;
}

type State =
  | { readonly kind: 'quiet' }
  | Speaking
  /** Its silence is being sent. */
  | { readonly kind: 'ending'; readonly cancel: () => void };

/** Speaks finished packets, one every 20 ms, in place of a microphone. One speech at a time. */
export class PacedSpeech {
  readonly #voice: Pick<BridgedVoice, 'speak' | 'endSpeech'>;
  readonly #clock: PaceClock;
  #state: State = { kind: 'quiet' };

  constructor(voice: Pick<BridgedVoice, 'speak' | 'endSpeech'>, clock: PaceClock) {
    this.#voice = voice;
    this.#clock = clock;
  }

  get isBusy(): boolean {
    return this.#state.kind !== 'quiet';
  }

  /** `over` is called when the last packet and the silence after it are out, or cut short by `hush`. */
  say(packets: readonly Uint8Array[], over: () => void): void {
    if (this.isBusy) throw new Error('Something is being said already.');
    const dueMs = this.#clock.nowMs();
    this.#state = { kind: 'speaking', packets, over, next: 0, dueMs, cancel: () => {} };
    this.#step(this.#state);
  }

  /** Stops after the packet that was sent last. */
  hush(): void {
    if (this.#state.kind !== 'speaking') return;
    this.#state.cancel();
    this.#end(this.#state.over);
  }

  close(): void {
    if (this.#state.kind !== 'quiet') this.#state.cancel();
    this.#state = { kind: 'quiet' };
  }

  #step(speaking: Speaking): void {
    const packet = speaking.packets[speaking.next];
    if (!packet) {
      this.#end(speaking.over);
      return;
    }
    this.#voice.speak(packet);
    speaking.next += 1;
    const nowMs = this.#clock.nowMs();
    speaking.dueMs += frameMs;
    if (nowMs - speaking.dueMs > mostLateMs) speaking.dueMs = nowMs;
    speaking.cancel = this.#clock.after(Math.max(0, speaking.dueMs - nowMs), () => this.#step(speaking));
  }

  #end(over: () => void): void {
    this.#voice.endSpeech();
    const cancel = this.#clock.after(silenceMs, () => {
      this.#state = { kind: 'quiet' };
      over();
    });
    this.#state = { kind: 'ending', cancel };
  }
}
