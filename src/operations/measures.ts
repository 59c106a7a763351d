import { channel } from 'node:diagnostics_channel';

/** Something that's measured where it happens. Telling nobody costs a comparison. */
export class Measure<Facts extends object> {
  readonly #channel;

  constructor(name: string) {
    this.#channel = channel(`emcee.${name}`);
  }

  get isHeard(): boolean {
    return this.#channel.hasSubscribers;
  }

  tell(facts: Facts): void {
    this.#channel.publish(facts);
  }

  /** Returns a function that stops listening. */
  listen(listener: (facts: Facts) => void): () => void {
    // Only `tell` publishes on it.
    const onMessage = (facts: unknown) => listener(facts as Facts);
    this.#channel.subscribe(onMessage);
    return () => this.#channel.unsubscribe(onMessage);
  }
}

/** What the process measures. No ids, no words of anyone. */
export const measures = {
  /** A command, button or form, and how long it took. */
  interaction: new Measure<{
    readonly call: string;
    readonly outcome: 'done' | 'refused' | 'failed';
    readonly tookMs: number;
  }>('interaction'),
  /** A call to the AI service, or a connection to it; how it failed, if it did. */
  serviceCall: new Measure<{
    readonly call: string;
    readonly tookMs: number;
    readonly failure?: { readonly fault: string; readonly code: string } | undefined;
  }>('service-call'),
  /** The same for those who only want to know what failed. */
  serviceFailure: new Measure<{ readonly call: string; readonly fault: string }>('service-failure'),
  /** A packet's turn on the 20 ms clock. */
  tick: new Measure<{ readonly lateMs: number }>('tick'),
  /** 20 ms of a person who's heard. */
  frame: new Measure<{ readonly kind: 'spoken' | 'concealed' | 'silence' }>('frame'),
};
