import type { CommandsWords } from '../../discord/words/command-words.ts';

const ssml = {
  name: 'ssml',
  description: 'The text is SSML: a <speak> element with breaks and emphasis',
};

export const speechCommandWords = {
  speak: { name: 'speak', description: 'Read text aloud' },
  'speak say': {
    name: 'say',
    description: 'Read text aloud in your voice channel',
    options: {
      text: { name: 'text', description: 'Text to read' },
      captions: { name: 'captions', description: 'Show live captions here, if the voice supports them' },
      ssml,
    },
  },
  'speak file': {
    name: 'file',
    description: 'Turn text into a voice message or an audio file',
    options: {
      text: { name: 'text', description: 'Text to read' },
      format: { name: 'format', description: 'File format (default: a voice message, where allowed)' },
      sample_rate: { name: 'sample_rate', description: 'Sample rate in Hz' },
      bit_rate: { name: 'bit_rate', description: 'Bit rate in kbit/s, 6 to 510 (opus only)' },
      seed: { name: 'seed', description: 'Reuse a number to get the same file (0 to 65535)' },
      ai_mark: {
        name: 'ai_mark',
        description: 'Embed an AI watermark, if the model supports it',
      },
      ssml,
    },
  },
  'speak skip': { name: 'skip', description: "Skip what's being read; moderators can skip anyone's" },
  'speak stop': { name: 'stop', description: 'Stop reading and leave the voice channel' },
  'speak queue': { name: 'queue', description: "See what's being read and what's next" },
  'speak voice': {
    name: 'voice',
    description: 'Change your voice settings, or see them',
    options: {
      voice: { name: 'voice', description: 'Voice to use' },
      model: { name: 'model', description: 'Model to use; not every voice works with every model' },
      rate: { name: 'rate', description: 'Speed, 0.5 to 2 (default 1)' },
      pitch: { name: 'pitch', description: 'Pitch, 0.5 to 2 (default 1)' },
      volume: { name: 'volume', description: 'Volume, 0 to 100 (default 50)' },
      language: {
        name: 'language',
        description: 'Language of the text (default: the voice guesses)',
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
        description: 'Dialect, mood or character, if the voice supports it',
      },
      scope: {
        name: 'scope',
        description: "Just you, or this server's default (needs Manage Server)",
        choices: { me: 'Just me', server: 'Server default' },
      },
      reset: { name: 'reset', description: 'Start over with default settings' },
    },
  },
  'speak channel': {
    name: 'channel',
    description: 'See how a text channel is read aloud, or set it up (needs Manage Server)',
    options: {
      read: { name: 'read', description: 'Turn reading aloud on or off' },
      channel: { name: 'channel', description: 'Text channel to read (default: this one)' },
      into: { name: 'into', description: "Voice channel to read in (default: the author's)" },
      names: {
        name: 'names',
        description: "When to say the author's name",
        choices: { changed: 'When the author changes', always: 'Every time', never: 'Never' },
      },
      role: { name: 'role', description: 'Only read people with this role' },
      in_voice: { name: 'in_voice', description: 'Only read people in the voice channel' },
      bots: { name: 'bots', description: 'Read bots and webhooks too' },
      emoji: { name: 'emoji', description: 'Say the names of emoji' },
      max_seconds: {
        name: 'max_seconds',
        description: 'How much of a message to read, in seconds (roughly)',
      },
      except: { name: 'except', description: 'Skip messages that start with this' },
      captions: { name: 'captions', description: 'Show live captions, if the voice supports them' },
      joins: { name: 'joins', description: 'Say who joins and leaves the voice channel' },
    },
  },
  'speak pronounce': {
    name: 'pronounce',
    description: 'Change how words are pronounced here, or see the list',
    options: {
      word: { name: 'word', description: 'Word as written' },
      as: { name: 'as', description: 'How to say it (needs Manage Server)' },
      pinyin: {
        name: 'pinyin',
        description: 'Pinyin with tone numbers, for voices that support it',
      },
      remove: { name: 'remove', description: 'Remove its pronunciation (needs Manage Server)' },
    },
  },
  'Speak this': { name: 'Speak this' },
} satisfies CommandsWords;
