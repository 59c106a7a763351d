import type { InEachLanguage, Language } from './languages.ts';

/** Punctuation that code puts between things. Chinese marks are full-width and have no spaces. */
interface Marks {
  /** Between a label and its value. */
  readonly colon: string;
  readonly comma: string;
  /** Between a sentence without a full stop and the next one. */
  readonly stop: string;
  /** Between the items of a list. */
  readonly listed: string;
  readonly bracketed: (text: string) => string;
  /** Joins sentences. */
  readonly sentences: (sentences: readonly string[]) => string;
}

const marks: InEachLanguage<Marks> = {
  'en-US': {
    colon: ': ',
    comma: ', ',
    stop: '. ',
    listed: ', ',
    bracketed: (text) => ` (${text})`,
    sentences: (sentences) => sentences.join(' '),
  },
  'zh-CN': {
    colon: '：',
    comma: '，',
    stop: '。',
    listed: '、',
    bracketed: (text) => `（${text}）`,
    sentences: (sentences) => sentences.join(''),
  },
};

export function marksOf(language: Language): Marks {
  return marks[language];
}

/** Puts a space between Chinese characters and Latin letters or digits, which `Intl` leaves out. */
export function spaced(text: string): string {
  return text
    .replace(/(?<=[\p{Script=Latin}\d])(?=\p{Script=Han})/gu, ' ')
    .replace(/(?<=\p{Script=Han})(?=[\p{Script=Latin}\d])/gu, ' ');
}
