import type { Locale } from '../app/preferences.ts';
import type { PageWords } from './en.ts';
import { en } from './en.ts';
import { zhCn } from './zh-cn.ts';

/** Bots may know more languages than the page. */
const words: Readonly<Record<Locale, PageWords>> = { 'en-US': en, 'zh-CN': zhCn, 'es-ES': en };
let locale: Locale = 'en-US';

/** What everything that's drawn from now on says. */
export function speakLanguage(chosen: Locale): void {
  locale = chosen;
}

/** The page's words in its reader's language. Asked while drawing, because they may switch. */
export function pageWords(): PageWords {
  return words[locale];
}
