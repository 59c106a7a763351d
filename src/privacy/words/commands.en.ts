import type { CommandsWords } from '../../discord/words/command-words.ts';

export const privacyCommandWords = {
  privacy: {
    name: 'privacy',
    description: 'See what I keep about you, get it as a file, or have it deleted',
    options: {
      person: { name: 'person', description: "Someone else's user ID (bot's owner only)" },
    },
  },
} satisfies CommandsWords;
