import type { InEachLanguage } from '../../language/languages.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { SpendingRefusal } from '../../refusal/spending.ts';
import {
  spendingWords as english,
  spendingRefusals as englishRefusals,
  type SpendingWords,
} from './spending.en.ts';
import { spendingWords as chinese, spendingRefusals as chineseRefusals } from './spending.zh-cn.ts';

export const spendingWords: InEachLanguage<SpendingWords> = { 'en-US': english, 'zh-CN': chinese };

export const spendingRefusals: InEachLanguage<RefusalSentences<SpendingRefusal>> = {
  'en-US': englishRefusals,
  'zh-CN': chineseRefusals,
};
