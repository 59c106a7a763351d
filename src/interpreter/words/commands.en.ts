import type { CommandsWords } from '../../discord/words/command-words.ts';

export const interpretCommandWords = {
  interpret: { name: 'interpret', description: 'Interpret a call live, out loud and with captions' },
  'interpret start': {
    name: 'start',
    description: 'Start interpreting in your voice channel; I only hear people who press Join',
    options: {
      languages: { name: 'languages', description: 'Languages of this call, like “English, German”' },
      spoken: {
        name: 'spoken',
        description: 'When I translate out loud (default: in pauses)',
        choices: { 'in-pauses': 'In pauses', 'over-people': 'Right away, over people', off: 'Never' },
      },
      spoken_in: { name: 'spoken_in', description: 'Only say these languages out loud' },
      voice: { name: 'voice', description: "Voice to speak in (default: the service's own)" },
      captions: {
        name: 'captions',
        description: 'Where captions go (default: one thread)',
        choices: {
          'one-thread': 'One thread',
          'thread-per-language': 'A thread per language',
          off: 'No captions',
        },
      },
      original: { name: 'original', description: 'Show the original above the translation (default: on)' },
      same_language: {
        name: 'same_language',
        description: 'Caption people in their own language, too (default: off)',
      },
      transcript: {
        name: 'transcript',
        description: 'Post the whole text as a file at the end (moderators only, default: off)',
      },
    },
  },
  'interpret me': {
    name: 'me',
    description: 'Choose what you speak and what you want to read',
    options: {
      speaks: { name: 'speaks', description: 'Language you speak' },
      reads: {
        name: 'reads',
        description: 'Language you want to hear and read (default: the one you speak)',
      },
      own_captions: { name: 'own_captions', description: 'Get captions in your own language, too' },
    },
  },
  'interpret join': { name: 'join', description: 'Take part: let me hear and interpret you' },
  'interpret leave': { name: 'leave', description: 'Stop me from hearing you, right away' },
  'interpret show': {
    name: 'show',
    description: 'Show me a picture people are talking about',
    options: { image: { name: 'image', description: 'JPEG, PNG, WebP or BMP' } },
  },
  'interpret status': {
    name: 'status',
    description: "See who's being interpreted and how many minutes are left",
  },
  'interpret stop': { name: 'stop', description: 'Stop interpreting' },
  'interpret glossary': {
    name: 'glossary',
    description: "See this server's names and terms, or change them (needs Manage Server)",
    options: {
      term: { name: 'term', description: "Name or term the way it's written" },
      heard: { name: 'heard', description: "How it's often misheard, separated by commas" },
      remove: { name: 'remove', description: 'Remove this term' },
    },
  },
  'interpret channel': {
    name: 'channel',
    description: 'See if voice messages are written down here, or set it up (needs Manage Server)',
    options: {
      write: { name: 'write', description: 'Turn it on or off' },
      channel: { name: 'channel', description: 'Text channel (default: this one)' },
      language: {
        name: 'language',
        description: "Language to write in (default: as they're said, with a Translate button)",
      },
    },
  },
  'What does it say?': { name: 'What does it say?' },
} satisfies CommandsWords;
