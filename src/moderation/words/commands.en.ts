import type { CommandsWords } from '../../discord/words/command-words.ts';

export const moderationCommandWords = {
  settings: {
    name: 'settings',
    description: "Change this server's settings, or undo a change",
    options: {
      page: {
        name: 'page',
        description: 'Page to open (default: set-up)',
        choices: {
          start: 'Set-up',
          video: 'Videos',
          speech: 'Reading aloud',
          conversation: 'Conversations',
          interpreter: 'Interpreter',
          knowledge: 'Knowledge bases',
          news: 'News and blocked words',
          changes: 'Changes, export and import',
        },
      },
      import: { name: 'import', description: 'File with exported settings' },
    },
  },
  'Report to moderators': { name: 'Report to moderators' },
  help: { name: 'help', description: 'See what you can do here' },
} as const satisfies CommandsWords;
