import type { CallWords } from '../call/words/en.ts';
import type { NewsWords } from '../community/words/news.en.ts';
import type { SpendingWords } from '../community/words/spending.en.ts';
import type { ConversationWords } from '../conversation/words/en.ts';
import type { OptionsOf } from '../discord/words/command-words.ts';
import type { ErrorWords } from '../discord/words/index.ts';
import type { DoctorWords } from '../doctor/words/en.ts';
import type { InterpreterWords } from '../interpreter/words/en.ts';
import type { KnowledgeWords } from '../knowledge/words/en.ts';
import {
  type InEachLanguage,
  inEachLanguage,
  type Language,
  languageOf,
  languages,
} from '../language/languages.ts';
import type { LimitsWords } from '../limits/words/en.ts';
import type { ModerationWords } from '../moderation/words/en.ts';
import type { PrivacyWords } from '../privacy/words/en.ts';
import type { SpeechWords } from '../speech/words/en.ts';
import type { VideoWords } from '../video/words/en.ts';
import type { VoiceWords } from '../voice/words/en.ts';
import * as english from './en.ts';
import * as chinese from './zh-cn.ts';

/** Every command that has words, with the names of its options. */
export type CommandOptions = OptionsOf<Words['commands']>;
export type CommandName = keyof CommandOptions;

/** Everything the bot says, in one language: the words of every part, joined. */
export interface Words {
  readonly locale: Language;
  readonly errors: ErrorWords;
  readonly news: NewsWords;
  readonly spending: SpendingWords;
  readonly video: VideoWords;
  readonly speech: SpeechWords;
  readonly voice: VoiceWords;
  readonly knowledge: KnowledgeWords;
  readonly call: CallWords;
  readonly conversation: ConversationWords;
  readonly interpreter: InterpreterWords;
  readonly privacy: PrivacyWords;
  readonly doctor: DoctorWords;
  readonly settings: ModerationWords['settings'];
  readonly help: ModerationWords['help'];
  readonly limits: LimitsWords;
  readonly commands: VideoWords['commands'] &
    ModerationWords['commands'] &
    SpeechWords['commands'] &
    KnowledgeWords['commands'] &
    ConversationWords['commands'] &
    InterpreterWords['commands'] &
    PrivacyWords['commands'] &
    DoctorWords['commands'] &
    LimitsWords['commands'];
}

const parts = { 'en-US': english, 'zh-CN': chinese } satisfies InEachLanguage<object>;

const words = inEachLanguage((locale): Words => {
  const said = parts[locale];
  return {
    locale,
    errors: {
      ...said.errorWords,
      refusals: {
        ...said.errorWords.refusals,
        ...said.settingsRefusals,
        ...said.spendingRefusals,
        ...said.mediaRefusals,
        ...said.videoRefusals,
        ...said.voiceRefusals,
        ...said.speechRefusals,
        ...said.knowledgeRefusals,
        ...said.callRefusals,
        ...said.conversationRefusals,
        ...said.interpreterRefusals,
        ...said.privacyRefusals,
      },
    },
    news: said.newsWords,
    spending: said.spendingWords,
    video: said.videoWords,
    speech: said.speechWords,
    voice: said.voiceWords,
    knowledge: said.knowledgeWords,
    call: said.callWords,
    conversation: said.conversationWords,
    interpreter: said.interpreterWords,
    privacy: said.privacyWords,
    doctor: said.doctorWords,
    settings: said.moderationWords.settings,
    help: said.moderationWords.help,
    limits: said.limitsWords,
    commands: {
      ...said.moderationWords.commands,
      ...said.videoWords.commands,
      ...said.speechWords.commands,
      ...said.knowledgeWords.commands,
      ...said.conversationWords.commands,
      ...said.interpreterWords.commands,
      ...said.privacyWords.commands,
      ...said.doctorWords.commands,
      ...said.limitsWords.commands,
    },
  };
});

/** In every language, the one that everybody else reads first. */
export const allWords: readonly [Words, ...Words[]] = [
  words[languages[0]],
  ...languages.slice(1).map((language) => words[language]),
];

/** Words for a Discord locale. */
export function wordsFor(locale: string | null | undefined): Words {
  return words[languageOf(locale)];
}
