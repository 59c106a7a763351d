import type { InEachLanguage } from '../../language/languages.ts';
import { limitsWords as english, type LimitsWords } from './en.ts';
import { limitsWords as chinese } from './zh-cn.ts';

export const limitsWords: InEachLanguage<LimitsWords> = { 'en-US': english, 'zh-CN': chinese };
