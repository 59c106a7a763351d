import type { InEachLanguage } from '../../language/languages.ts';
import { moderationWords as english, type ModerationWords } from './en.ts';
import { moderationWords as chinese } from './zh-cn.ts';

export const moderationWords: InEachLanguage<ModerationWords> = { 'en-US': english, 'zh-CN': chinese };
