import type { SpeechRefusal } from '../refusals/speech.ts';
import type { RefusalSentences } from './error-words.ts';

export const speechRefusals: RefusalSentences<SpeechRefusal> = {
  'speech-empty': () => '这段文字里没有可以朗读的内容。',
  'speech-too-long': (facts) =>
    `这段文字有 ${facts.characters} 个字符，一次最多朗读 ${facts.limit} 个。请缩短后再试。`,
  'speech-nothing-playing': () => '我现在没有在说话。',
};
