import type { CommandWords } from '../discord/words/command-words.ts';
import type { ErrorWords } from '../discord/words/error-words.ts';
import { errorWords as englishErrors } from '../discord/words/errors.en.ts';
import { errorWords as chineseErrors } from '../discord/words/errors.zh-cn.ts';
import { knowledgeWords as englishKnowledge } from '../knowledge/words/en.ts';
import type { KnowledgeWords } from '../knowledge/words/knowledge-words.ts';
import { knowledgeWords as chineseKnowledge } from '../knowledge/words/zh-cn.ts';
import { speechWords as englishSpeech } from '../speech/words/en.ts';
import type { SpeechWords } from '../speech/words/speech-words.ts';
import { speechWords as chineseSpeech } from '../speech/words/zh-cn.ts';
import { videoWords as englishVideo } from '../video/words/en.ts';
import type { VideoWords } from '../video/words/video-words.ts';
import { videoWords as chineseVideo } from '../video/words/zh-cn.ts';
import { voiceWords as englishVoice } from '../voice/words/en.ts';
import type { VoiceWords } from '../voice/words/voice-words.ts';
import { voiceWords as chineseVoice } from '../voice/words/zh-cn.ts';

/** The languages that are complete; English is what everybody else reads. */
export const languages = ['en-US', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

/** Everything the bot says, in one language. */
export interface Words {
  readonly locale: Language;
  readonly errors: ErrorWords;
  readonly video: VideoWords;
  readonly speech: SpeechWords;
  readonly voice: VoiceWords;
  readonly knowledge: KnowledgeWords;
  /** By path: `video` for a command, `video text` for a subcommand. */
  readonly commands: Readonly<Record<string, CommandWords>>;
}

const byLanguage: Readonly<Record<Language, Words>> = {
  'en-US': {
    locale: 'en-US',
    errors: englishErrors,
    video: englishVideo,
    speech: englishSpeech,
    voice: englishVoice,
    knowledge: englishKnowledge,
    commands: { ...englishVideo.commands, ...englishSpeech.commands, ...englishKnowledge.commands },
  },
  'zh-CN': {
    locale: 'zh-CN',
    errors: chineseErrors,
    video: chineseVideo,
    speech: chineseSpeech,
    voice: chineseVoice,
    knowledge: chineseKnowledge,
    commands: { ...chineseVideo.commands, ...chineseSpeech.commands, ...chineseKnowledge.commands },
  },
};

/** Words for a Discord locale: Chinese for `zh-CN` and `zh-TW`, English for every other and for none. */
export function wordsFor(locale: string | null | undefined): Words {
  return byLanguage[locale?.startsWith('zh') ? 'zh-CN' : 'en-US'];
}
