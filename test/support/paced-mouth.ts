import type { Clock } from '../../src/operations/clock.ts';
import type { Ending, Mouth, Playback, PlaybackEnd, PlayRequest } from '../../src/voice/mouth/types.ts';
import { ToldPlayback } from './fake-voice.ts';

/** One playback of a paced mouth: what of it was heard, and how loud. */
export class PacedPlayback extends ToldPlayback implements Playback {
  /** In decibels, in order. */
  readonly gains: number[] = [];
  readonly heard: Uint8Array[] = [];
  waiting = Buffer.alloc(0);
  sourceEnded = false;
  framesUntilCut: number | undefined;

  get playedMs(): number {
    return this.heard.length * 20;
  }

  get frameBytes(): number {
    return 'pcm' in this.request ? this.request.sampleRateHz / 25 : 1;
  }

  setGain(decibels: number): boolean {
    this.gains.push(decibels);
    return true;
  }

  /** 20 ms go by. False: it's over. */
  tick(): boolean {
    const cut = this.framesUntilCut === 0;
    if (cut || (this.sourceEnded && this.waiting.length === 0)) {
      this.finish(cut ? 'skipped' : 'finished');
      return false;
    }
    const frame = this.waiting.subarray(0, this.frameBytes);
    if (frame.length < this.frameBytes && !this.sourceEnded) return true;
    this.waiting = this.waiting.subarray(frame.length);
    this.heard.push(frame);
    if (this.framesUntilCut !== undefined) this.framesUntilCut -= 1;
    this.begin();
    return true;
  }
}

/** Plays PCM as fast as the clock goes, 20 ms at a time, one thing after another. */
export class PacedMouth implements Mouth {
  readonly playbacks: PacedPlayback[] = [];
  readonly #clock: Clock;
  #line: PacedPlayback[] = [];
  #running = false;
  /** The room can't be heard, so nothing is played. */
  isPaused = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get playing(): string | undefined {
    return this.#line[0]?.id;
  }

  get waiting(): readonly string[] {
    return this.#line.slice(1).map(({ id }) => id);
  }

  play(request: PlayRequest): Playback {
    const playback = new PacedPlayback(request);
    this.playbacks.push(playback);
    this.#line.push(playback);
    void this.#read(playback);
    if (!this.#running) void this.#run();
    return playback;
  }

  skip(id = this.playing, { fadeMs = 0 }: Ending = {}): boolean {
    const playback = this.#line.find((each) => each.id === id);
    if (!playback) return false;
    if (playback === this.#line[0] && fadeMs > 0) playback.framesUntilCut = Math.ceil(fadeMs / 20);
    else this.#remove(playback, 'skipped');
    return true;
  }

  stop(): void {
    for (const playback of [...this.#line]) this.#remove(playback, 'stopped');
  }

  hold(): () => void {
    return () => undefined;
  }

  async #read(playback: PacedPlayback): Promise<void> {
    const source = 'pcm' in playback.request ? playback.request.pcm : playback.request.packets;
    for await (const chunk of source) playback.waiting = Buffer.concat([playback.waiting, chunk]);
    playback.sourceEnded = true;
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#line.length > 0) {
      await this.#clock.sleep(20);
      if (this.isPaused) continue;
      const [first] = this.#line;
      if (first && !first.tick()) this.#line = this.#line.filter((each) => each !== first);
    }
    this.#running = false;
  }

  #remove(playback: PacedPlayback, end: PlaybackEnd): void {
    this.#line = this.#line.filter((each) => each !== playback);
    playback.finish(end);
  }
}
