import type { PopupItem, Suggestions } from '../composer/popup.ts';
import type { Schedule } from './gateway.ts';

/** How long people have to stop typing before the application is asked. */
const restMs = 250;
/** Applications have three seconds, plus a little for the way back. */
const patienceMs = 4000;

export interface SuggestionDeskOptions {
  readonly schedule: Schedule;
  /** Sends the autocomplete interaction under that nonce. */
  readonly ask: (nonce: string) => Promise<void>;
  readonly nonce: () => string;
  readonly show: (suggestions: Suggestions) => void;
}

/** Autocomplete: one question at a time, only the newest answer counts. */
export class SuggestionDesk {
  readonly #options: SuggestionDeskOptions;
  #open: { readonly nonce: string; readonly option: string } | undefined;
  #cancel: () => void = () => {};

  constructor(options: SuggestionDeskOptions) {
    this.#options = options;
  }

  /** The option's text changed: asks once the person stops typing. */
  request(option: string): void {
    this.#cancel();
    this.#open = undefined;
    this.#options.show({ option, state: 'loading', items: [] });
    this.#cancel = this.#options.schedule(restMs, () => this.#ask(option));
  }

  /** APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE. */
  answer(nonce: string, items: readonly PopupItem[]): void {
    if (this.#open?.nonce === nonce) this.#settle({ option: this.#open.option, state: 'ready', items });
  }

  fail(nonce: string): void {
    if (this.#open?.nonce === nonce) this.#settle({ option: this.#open.option, state: 'failed', items: [] });
  }

  stop(): void {
    this.#cancel();
    this.#open = undefined;
  }

  #ask(option: string): void {
    const nonce = this.#options.nonce();
    this.#open = { nonce, option };
    this.#cancel = this.#options.schedule(patienceMs, () => this.fail(nonce));
    this.#options.ask(nonce).catch(() => this.fail(nonce));
  }

  #settle(suggestions: Suggestions): void {
    this.#cancel();
    this.#open = undefined;
    this.#options.show(suggestions);
  }
}
