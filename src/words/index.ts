import type { CallWords } from '../call/words/en.ts';
import { callRefusals, callWords } from '../call/words/index.ts';
import { newsWords, settingsRefusals, spendingRefusals, spendingWords } from '../community/words/index.ts';
import type { NewsWords } from '../community/words/news.en.ts';
import type { SpendingWords } from '../community/words/spending.en.ts';
import type { ConversationWords } from '../conversation/words/en.ts';
import { conversationRefusals, conversationWords } from '../conversation/words/index.ts';
import type { OptionsOf } from '../discord/words/command-words.ts';
import { type ErrorWords, edgeErrorWords } from '../discord/words/index.ts';
import type { DoctorWords } from '../doctor/words/en.ts';
import { doctorWords } from '../doctor/words/index.ts';
import type { InterpreterWords } from '../interpreter/words/en.ts';
import { interpreterRefusals, interpreterWords } from '../interpreter/words/index.ts';
import type { KnowledgeWords } from '../knowledge/words/en.ts';
import { knowledgeRefusals, knowledgeWords } from '../knowledge/words/index.ts';
import { inEachLanguage, type Language, languageOf, languages } from '../language/languages.ts';
import type { LimitsWords } from '../limits/words/en.ts';
import { limitsWords } from '../limits/words/index.ts';
import { mediaRefusals } from '../media/words/index.ts';
import type { ModerationWords } from '../moderation/words/en.ts';
import { moderationWords } from '../moderation/words/index.ts';
import type { PrivacyWords } from '../privacy/words/en.ts';
import { privacyRefusals, privacyWords } from '../privacy/words/index.ts';
import type { SpeechWords } from '../speech/words/en.ts';
import { speechRefusals, speechWords } from '../speech/words/index.ts';
import type { VideoWords } from '../video/words/en.ts';
import { videoRefusals, videoWords } from '../video/words/index.ts';
import type { VoiceWords } from '../voice/words/en.ts';
import { voiceRefusals, voiceWords } from '../voice/words/index.ts';

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

const words = inEachLanguage(
  (locale): Words => ({
    locale,
    errors: {
      ...edgeErrorWords[locale],
      refusals: {
        ...edgeErrorWords[locale].refusals,
        ...settingsRefusals[locale],
        ...spendingRefusals[locale],
        ...mediaRefusals[locale],
        ...videoRefusals[locale],
        ...voiceRefusals[locale],
        ...speechRefusals[locale],
        ...knowledgeRefusals[locale],
        ...callRefusals[locale],
        ...conversationRefusals[locale],
        ...interpreterRefusals[locale],
        ...privacyRefusals[locale],
      },
    },
    news: newsWords[locale],
    spending: spendingWords[locale],
    video: videoWords[locale],
    speech: speechWords[locale],
    voice: voiceWords[locale],
    knowledge: knowledgeWords[locale],
    call: callWords[locale],
    conversation: conversationWords[locale],
    interpreter: interpreterWords[locale],
    privacy: privacyWords[locale],
    doctor: doctorWords[locale],
    settings: moderationWords[locale].settings,
    help: moderationWords[locale].help,
    limits: limitsWords[locale],
    commands: {
      ...moderationWords[locale].commands,
      ...videoWords[locale].commands,
      ...speechWords[locale].commands,
      ...knowledgeWords[locale].commands,
      ...conversationWords[locale].commands,
      ...interpreterWords[locale].commands,
      ...privacyWords[locale].commands,
      ...doctorWords[locale].commands,
      ...limitsWords[locale].commands,
    },
  }),
);

/** In every language, the one that everybody else reads first. */
export const allWords: readonly [Words, ...Words[]] = [
  words[languages[0]],
  ...languages.slice(1).map((language) => words[language]),
];

/** Words for a Discord locale. */
export function wordsFor(locale: string | null | undefined): Words {
  return words[languageOf(locale)];
}
