import type { InEachLanguage } from '../../language/languages.ts';
import type { PrivacyRefusal } from '../../refusal/privacy.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import { privacyWords as english, type PrivacyWords } from './en.ts';
import { privacyRefusals as englishRefusals } from './refusals.en.ts';
import { privacyRefusals as chineseRefusals } from './refusals.zh-cn.ts';
import { privacyWords as chinese } from './zh-cn.ts';

export const privacyWords: InEachLanguage<PrivacyWords> = { 'en-US': english, 'zh-CN': chinese };

export const privacyRefusals: InEachLanguage<RefusalSentences<PrivacyRefusal>> = {
  'en-US': englishRefusals,
  'zh-CN': chineseRefusals,
};
