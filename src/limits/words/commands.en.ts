import type { CommandsWords } from '../../discord/words/command-words.ts';

export const limitsCommandWords = {
  limits: { name: 'limits', description: 'Set what people here may use, and pause spending' },
  usage: {
    name: 'usage',
    description: 'See what you used and what you have left',
    options: {
      whose: {
        name: 'whose',
        description: 'Whose usage (default: yours)',
        choices: { mine: 'Mine', server: "This server's (moderators)" },
      },
    },
  },
} as const satisfies CommandsWords;
