import type { InEachLanguage } from '../../language/languages.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { SpendingRefusal } from '../../refusal/spending.ts';
import { spendingRefusals as englishSpendingRefusals } from './refusals.en.ts';
import { spendingRefusals as chineseSpendingRefusals } from './refusals.zh-cn.ts';

export const spendingRefusals: InEachLanguage<RefusalSentences<SpendingRefusal>> = {
  'en-US': englishSpendingRefusals,
  'zh-CN': chineseSpendingRefusals,
};
