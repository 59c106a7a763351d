import type { JsonObject } from '../json.ts';
import type { Frame } from './protocol.ts';

/** How the gateway misbehaves towards bots. `times`: how often it does; 0: until cleared. */
export type GatewayMood =
  /** Connections are accepted and never told Hello. */
  | { readonly kind: 'no-hello'; readonly times: number }
  /** Commands are accepted, but nothing happens. */
  | { readonly kind: 'ignore'; readonly op: number; readonly times: number }
  /** An event arrives without some of its fields. */
  | {
      readonly kind: 'strip';
      readonly event: string;
      readonly fields: readonly string[];
      readonly times: number;
    };

interface ActiveMood {
  readonly mood: GatewayMood;
  left: number;
}

/** The moods that a gateway is in at the moment. */
export class GatewayMoods {
  readonly #active = new Set<ActiveMood>();

  add(mood: GatewayMood): void {
    this.#active.add({ mood, left: mood.times === 0 ? Number.POSITIVE_INFINITY : mood.times });
  }

  clear(): void {
    this.#active.clear();
  }

  list(): readonly GatewayMood[] {
    return [...this.#active].map(({ mood }) => mood);
  }

  withholdsHello(): boolean {
    return this.#use((mood) => mood.kind === 'no-hello') !== undefined;
  }

  ignores(op: number): boolean {
    return this.#use((mood) => mood.kind === 'ignore' && mood.op === op) !== undefined;
  }

  stripped(frame: Frame): Frame {
    const mood = this.#use((each) => each.kind === 'strip' && each.event === frame.t);
    if (mood?.kind !== 'strip') return frame;
    const fields = Object.entries(frame.d as JsonObject).filter(([name]) => !mood.fields.includes(name));
    return { ...frame, d: Object.fromEntries(fields) };
  }

  #use(fits: (mood: GatewayMood) => boolean): GatewayMood | undefined {
    for (const active of this.#active) {
      if (!fits(active.mood)) continue;
      active.left -= 1;
      if (active.left < 1) this.#active.delete(active);
      return active.mood;
    }
    return undefined;
  }
}
