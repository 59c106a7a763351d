import type { InEachLanguage } from '../../language/languages.ts';
import type { CallRefusal } from '../../refusal/call.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import { type CallWords, callWords as english } from './en.ts';
import { callRefusals as englishRefusals } from './refusals.en.ts';
import { callRefusals as chineseRefusals } from './refusals.zh-cn.ts';
import { callWords as chinese } from './zh-cn.ts';

export const callWords: InEachLanguage<CallWords> = { 'en-US': english, 'zh-CN': chinese };

export const callRefusals: InEachLanguage<RefusalSentences<CallRefusal>> = {
  'en-US': englishRefusals,
  'zh-CN': chineseRefusals,
};
