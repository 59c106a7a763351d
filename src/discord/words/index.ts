import type { InEachLanguage } from '../../language/languages.ts';
import type { EdgeErrorWords } from './error-words.ts';
import { errorWords as english } from './errors.en.ts';
import { errorWords as chinese } from './errors.zh-cn.ts';

export const edgeErrorWords: InEachLanguage<EdgeErrorWords> = { 'en-US': english, 'zh-CN': chinese };
