import type { InEachLanguage } from '../../language/languages.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { SettingsRefusal } from '../../refusal/settings.ts';
import type { SpendingRefusal } from '../../refusal/spending.ts';
import { newsWords as englishNews, type NewsWords } from './news.en.ts';
import { newsWords as chineseNews } from './news.zh-cn.ts';
import { settingsRefusals as englishSettings } from './settings.en.ts';
import { settingsRefusals as chineseSettings } from './settings.zh-cn.ts';
import {
  spendingWords as english,
  spendingRefusals as englishRefusals,
  type SpendingWords,
} from './spending.en.ts';
import { spendingWords as chinese, spendingRefusals as chineseRefusals } from './spending.zh-cn.ts';

export const spendingWords: InEachLanguage<SpendingWords> = { 'en-US': english, 'zh-CN': chinese };

export const newsWords: InEachLanguage<NewsWords> = { 'en-US': englishNews, 'zh-CN': chineseNews };

export const spendingRefusals: InEachLanguage<RefusalSentences<SpendingRefusal>> = {
  'en-US': englishRefusals,
  'zh-CN': chineseRefusals,
};

export const settingsRefusals: InEachLanguage<RefusalSentences<SettingsRefusal>> = {
  'en-US': englishSettings,
  'zh-CN': chineseSettings,
};
