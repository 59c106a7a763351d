import type { InEachLanguage } from '../../language/languages.ts';
import type { InterpreterRefusal } from '../../refusal/interpreter.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import { interpreterWords as english, type InterpreterWords } from './en.ts';
import { interpreterRefusals as englishRefusals } from './refusals.en.ts';
import { interpreterRefusals as chineseRefusals } from './refusals.zh-cn.ts';
import { interpreterWords as chinese } from './zh-cn.ts';

export const interpreterWords: InEachLanguage<InterpreterWords> = { 'en-US': english, 'zh-CN': chinese };

export const interpreterRefusals: InEachLanguage<RefusalSentences<InterpreterRefusal>> = {
  'en-US': englishRefusals,
  'zh-CN': chineseRefusals,
};
