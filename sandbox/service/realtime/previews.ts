export interface PreviewsOptions {
  readonly textOf: (audio: Int16Array) => Promise<string>;
  readonly show: (text: string, itemId: string) => void;
}

/** What's understood so far while someone is speaking: one look at a time, at the newest audio. */
export class Previews {
  readonly #options: PreviewsOptions;
  #busy = false;
  #next: { readonly audio: Int16Array; readonly itemId: string } | undefined;

  constructor(options: PreviewsOptions) {
    this.#options = options;
  }

  hear(audio: Int16Array, itemId: string): void {
    this.#next = { audio, itemId };
    if (!this.#busy) void this.#look();
  }

  /** The whole of it is about to be understood. What is being looked at is still shown. */
  drop(): void {
    this.#next = undefined;
  }

  async #look(): Promise<void> {
    this.#busy = true;
    for (let next = this.#take(); next; next = this.#take()) {
      const text = await this.#options.textOf(next.audio).catch(() => '');
      if (text !== '') this.#options.show(text, next.itemId);
    }
    this.#busy = false;
  }

  #take() {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }
}
