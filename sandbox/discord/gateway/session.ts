import type { Frame, Viewer } from './protocol.ts';

const backlogFrames = 2000;

export interface Wire {
  send(frame: Frame): void;
}

/** An identified client. It outlives its socket: whatever happens without one is kept and replayed on resume. */
export class Session implements Viewer {
  readonly id: string;
  readonly userId: string;
  readonly isBot: boolean;
  readonly intents: number;
  readonly shard: readonly [number, number];
  #wire: Wire | undefined;
  #seq = 0;
  #backlog: Frame[] = [];
  detachedAt: number | undefined;

  constructor(
    options: Viewer & { readonly id: string; readonly shard: readonly [number, number]; readonly wire: Wire },
  ) {
    this.id = options.id;
    this.userId = options.userId;
    this.isBot = options.isBot;
    this.intents = options.intents;
    this.shard = options.shard;
    this.#wire = options.wire;
  }

  get seq(): number {
    return this.#seq;
  }

  get connected(): boolean {
    return this.#wire !== undefined;
  }

  isOn(wire: Wire): boolean {
    return this.#wire === wire;
  }

  dispatch(name: string, data: unknown): void {
    this.#seq += 1;
    const frame: Frame = { op: 0, d: data, s: this.#seq, t: name };
    this.#backlog.push(frame);
    if (this.#backlog.length > backlogFrames) this.#backlog = this.#backlog.slice(-backlogFrames / 2);
    this.#wire?.send(frame);
  }

  /** Sends the last event of that name once more, as a duplicate delivery. */
  redeliver(name: string): boolean {
    const last = this.#backlog.findLast((frame) => frame.t === name);
    if (last) this.dispatch(name, last.d);
    return last !== undefined;
  }

  detach(wire: Wire, at: number): void {
    if (this.#wire !== wire) return;
    this.#wire = undefined;
    this.detachedAt = at;
  }

  canReplayFrom(seq: number): boolean {
    const first = this.#backlog[0]?.s ?? this.#seq + 1;
    return seq <= this.#seq && seq >= first - 1;
  }

  resume(wire: Wire, seq: number): void {
    this.#wire = wire;
    this.detachedAt = undefined;
    for (const frame of this.#backlog) if ((frame.s ?? 0) > seq) wire.send(frame);
    this.dispatch('RESUMED', { _trace: [] });
  }
}
