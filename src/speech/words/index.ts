import type { InEachLanguage } from '../../language/languages.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { SpeechRefusal } from '../../refusal/speech.ts';
import { speechWords as englishSpeechWords, type SpeechWords } from './en.ts';
import { speechRefusals as englishSpeechRefusals } from './refusals.en.ts';
import { speechRefusals as chineseSpeechRefusals } from './refusals.zh-cn.ts';
import { speechWords as chineseSpeechWords } from './zh-cn.ts';

export const speechWords: InEachLanguage<SpeechWords> = {
  'en-US': englishSpeechWords,
  'zh-CN': chineseSpeechWords,
};

export const speechRefusals: InEachLanguage<RefusalSentences<SpeechRefusal>> = {
  'en-US': englishSpeechRefusals,
  'zh-CN': chineseSpeechRefusals,
};
