import type { InEachLanguage, Language } from './languages.ts';

/** Punctuation between things that code puts together: Chinese has its own, as wide as its characters, without spaces. */
interface Marks {
  /** Between a label and what it stands for. */
  readonly colon: string;
  readonly comma: string;
  /** Between a sentence without a full stop and the next one. */
  readonly stop: string;
  /** Between the items of a list. */
  readonly listed: string;
  readonly bracketed: (text: string) => string;
  /** Sentences that follow each other. */
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

/** A space between Chinese characters and the digits and Latin letters beside them, which `Intl` leaves out. */
export function spaced(text: string): string {
  return text
    .replace(/(?<=[\p{Script=Latin}\d])(?=\p{Script=Han})/gu, ' ')
    .replace(/(?<=\p{Script=Han})(?=[\p{Script=Latin}\d])/gu, ' ');
}
