import type { InEachLanguage } from '../../language/languages.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { VoiceRefusal } from '../../refusal/voice.ts';
import { voiceWords as englishVoiceWords, type VoiceWords } from './en.ts';
import { voiceRefusals as englishVoiceRefusals } from './refusals.en.ts';
import { voiceRefusals as chineseVoiceRefusals } from './refusals.zh-cn.ts';
import { voiceWords as chineseVoiceWords } from './zh-cn.ts';

export const voiceWords: InEachLanguage<VoiceWords> = {
  'en-US': englishVoiceWords,
  'zh-CN': chineseVoiceWords,
};

export const voiceRefusals: InEachLanguage<RefusalSentences<VoiceRefusal>> = {
  'en-US': englishVoiceRefusals,
  'zh-CN': chineseVoiceRefusals,
};
