import { Observable } from '../client/observable.ts';

export const locales = ['en-US', 'zh-CN', 'es-ES'] as const;
export type Locale = (typeof locales)[number];
export type Theme = 'dark' | 'light';

/** What is kept in the browser between visits. */
export interface PreferenceStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Language, colours and how the microphone is used. Without a choice, the browser's own decide. */
export class Preferences extends Observable {
  readonly #store: PreferenceStore;
  readonly #browserTheme: () => Theme;
  readonly #browserLocale: string;

  constructor(store: PreferenceStore, browserTheme: () => Theme, browserLocale: string) {
    super();
    this.#store = store;
    this.#browserTheme = browserTheme;
    this.#browserLocale = browserLocale;
  }

  get theme(): Theme {
    const chosen = this.#store.getItem('theme');
    return chosen === 'dark' || chosen === 'light' ? chosen : this.#browserTheme();
  }

  set theme(theme: Theme) {
    this.#store.setItem('theme', theme);
    this.changed();
  }

  get locale(): Locale {
    const wanted = this.#store.getItem('locale') ?? this.#browserLocale;
    const alike = locales.find((locale) => locale.slice(0, 2) === wanted.slice(0, 2));
    return locales.find((locale) => locale === wanted) ?? alike ?? 'en-US';
  }

  set locale(locale: Locale) {
    this.#store.setItem('locale', locale);
    this.changed();
  }

  /** On unless switched off: without it a loudspeaker talks into the microphone, with it speech is changed a little. */
  get echoCancellation(): boolean {
    return this.#store.getItem('echo-cancellation') !== 'off';
  }

  set echoCancellation(on: boolean) {
    this.#store.setItem('echo-cancellation', on ? 'on' : 'off');
    this.changed();
  }

  /** Off unless switched on: the browser recognises what this person says. */
  get recognition(): boolean {
    return this.#store.getItem('recognition') === 'on';
  }

  set recognition(on: boolean) {
    this.#store.setItem('recognition', on ? 'on' : 'off');
    this.changed();
  }

  /** The browser's own theme changed. */
  refresh(): void {
    this.changed();
  }
}
