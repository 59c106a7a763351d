import { readHash, type Whereabouts, writeHash } from './location-hash.ts';

/** What of `window` it needs. */
export interface Browser {
  readonly location: { readonly hash: string };
  readonly history: {
    pushState(data: null, unused: string, url: string): void;
    replaceState(data: null, unused: string, url: string): void;
  };
  addEventListener(type: 'popstate', listener: () => void): void;
}

/** What of the app it needs. */
export interface Located {
  readonly channelId: string | undefined;
  readonly session: { readonly person: { readonly name: string } };
  goTo(there: Whereabouts): void;
}

/** Keeps the address in step with the page: each channel that is opened is a step back and forth in the browser. */
export class PageHistory {
  readonly #app: Located;
  readonly #browser: Browser;
  #last: Whereabouts;

  constructor(app: Located, browser: Browser) {
    this.#app = app;
    this.#browser = browser;
    this.#last = readHash(browser.location.hash);
    browser.addEventListener('popstate', () => this.#wentBack());
  }

  /** The app changed. */
  follow(): void {
    const here = { person: this.#app.session.person.name, channelId: this.#app.channelId };
    const hash = writeHash(here);
    const { location, history } = this.#browser;
    const arrives = this.#last.channelId === undefined;
    this.#last = here;
    if (location.hash === hash) return;
    if (arrives) history.replaceState(null, '', hash);
    else history.pushState(null, '', hash);
  }

  #wentBack(): void {
    const there = readHash(this.#browser.location.hash);
    this.#last = there;
    this.#app.goTo(there);
  }
}
