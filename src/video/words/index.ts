import type { InEachLanguage } from '../../language/languages.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { VideoRefusal } from '../../refusal/video.ts';
import { videoWords as englishVideoWords, type VideoWords } from './en.ts';
import { videoRefusals as englishVideoRefusals } from './refusals.en.ts';
import { videoRefusals as chineseVideoRefusals } from './refusals.zh-cn.ts';
import { videoWords as chineseVideoWords } from './zh-cn.ts';

export const videoWords: InEachLanguage<VideoWords> = {
  'en-US': englishVideoWords,
  'zh-CN': chineseVideoWords,
};

export const videoRefusals: InEachLanguage<RefusalSentences<VideoRefusal>> = {
  'en-US': englishVideoRefusals,
  'zh-CN': chineseVideoRefusals,
};
