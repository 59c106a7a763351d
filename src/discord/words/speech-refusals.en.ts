import type { SpeechRefusal } from '../refusals/speech.ts';
import type { RefusalSentences } from './error-words.ts';

export const speechRefusals: RefusalSentences<SpeechRefusal> = {
  'speech-empty': () => 'There is nothing in that text that I could say.',
  'speech-too-long': (facts) =>
    `That text has ${facts.characters} characters; at most ${facts.limit} can be read aloud at once. Shorten it.`,
  'speech-nothing-playing': () => 'I am not saying anything at the moment.',
};
