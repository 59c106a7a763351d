import type { OptionWords } from '../../discord/words/command-words.ts';
import type { SpeechWords } from './speech-words.ts';

const ssml: OptionWords = {
  name: 'ssml',
  description: 'The text is SSML: one <speak> element, for those who want breaks and emphasis',
};

export const speechCommandWords: SpeechWords['commands'] = {
  speak: { name: 'speak', description: 'Have text read aloud' },
  'speak say': {
    name: 'say',
    description: 'Say something in the voice channel you are in',
    options: {
      text: { name: 'text', description: 'What is said' },
      captions: { name: 'captions', description: 'Show each word here as it sounds, where the voice can' },
      ssml,
    },
  },
  'speak file': {
    name: 'file',
    description: 'Get text as a sound file; nobody needs to be in voice',
    options: {
      text: { name: 'text', description: 'What is said' },
      format: { name: 'format', description: 'Kind of file; mp3 unless you choose' },
      sample_rate: { name: 'sample_rate', description: 'Samples a second' },
      bit_rate: { name: 'bit_rate', description: 'kbit/s from 6 to 510, for opus only' },
      seed: { name: 'seed', description: 'The same number makes the same file; 0 to 65535' },
      ai_mark: {
        name: 'ai_mark',
        description: 'Embed a mark that says that AI made it, where the model can',
      },
      ssml,
    },
  },
  'speak skip': { name: 'skip', description: 'Skip what is being said: your own, or any as a moderator' },
  'speak stop': { name: 'stop', description: 'Stop everything and have me leave the voice channel' },
  'speak queue': { name: 'queue', description: 'See what is being said and what waits' },
  'speak voice': {
    name: 'voice',
    description: 'Choose how I speak for you; without options, see how',
    options: {
      voice: { name: 'voice', description: 'Which voice; typos are forgiven' },
      model: { name: 'model', description: 'Which model; not every voice has every model' },
      rate: { name: 'rate', description: 'How fast: 0.5 to 2, 1 is usual' },
      pitch: { name: 'pitch', description: 'How high: 0.5 to 2, 1 is usual' },
      volume: { name: 'volume', description: 'How loud: 0 to 100, 50 is usual' },
      language: {
        name: 'language',
        description: 'Which language the text is in, where the voice should not guess',
        choices: {
          zh: 'Chinese',
          en: 'English',
          fr: 'French',
          de: 'German',
          ja: 'Japanese',
          ko: 'Korean',
          ru: 'Russian',
          pt: 'Portuguese',
          th: 'Thai',
          id: 'Indonesian',
          vi: 'Vietnamese',
        },
      },
      instruction: {
        name: 'instruction',
        description: 'How it should sound (dialect, mood, character), where the voice can',
      },
      scope: {
        name: 'scope',
        description: 'For you, or for everybody here who chose nothing (needs Manage Server)',
        choices: { me: 'For me', server: 'For this server' },
      },
      reset: { name: 'reset', description: 'Forget what was chosen before' },
    },
  },
  'speak channel': {
    name: 'channel',
    description: 'Have a text channel read aloud (needs Manage Server); without options, see how',
    options: {
      read: { name: 'read', description: 'Switch it on or off' },
      channel: { name: 'channel', description: 'Which text channel; this one unless you choose' },
      into: { name: 'into', description: 'Which voice channel; where the author is unless you choose' },
      names: {
        name: 'names',
        description: 'When to say who wrote',
        choices: { changed: 'When somebody else writes', always: 'Each time', never: 'Never' },
      },
      role: { name: 'role', description: 'Only messages of those who have this role' },
      in_voice: { name: 'in_voice', description: 'Only messages of those who are in the voice channel' },
      bots: { name: 'bots', description: 'Messages of bots and webhooks, too' },
      emoji: { name: 'emoji', description: 'Say the names of emoji' },
      max_seconds: { name: 'max_seconds', description: 'How much of a message is read, about' },
      except: { name: 'except', description: 'Leave messages alone that begin with this' },
      captions: { name: 'captions', description: 'Show each word as it sounds, where the voice can' },
    },
  },
  'speak pronounce': {
    name: 'pronounce',
    description: 'How words are said here; without options, see the list',
    options: {
      word: { name: 'word', description: 'The word as it is written' },
      as: { name: 'as', description: 'What is said in its place (needs Manage Server)' },
      pinyin: {
        name: 'pinyin',
        description: 'The same as pinyin with tone numbers, for voices that take it',
      },
      remove: { name: 'remove', description: 'Say it as it is written again (needs Manage Server)' },
    },
  },
  'Speak this': { name: 'Speak this' },
};
