import type { InEachLanguage } from '../../language/languages.ts';
import type { MediaRefusal } from '../../refusal/media.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import { mediaRefusals as englishMediaRefusals } from './refusals.en.ts';
import { mediaRefusals as chineseMediaRefusals } from './refusals.zh-cn.ts';

export const mediaRefusals: InEachLanguage<RefusalSentences<MediaRefusal>> = {
  'en-US': englishMediaRefusals,
  'zh-CN': chineseMediaRefusals,
};
