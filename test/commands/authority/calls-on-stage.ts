import type { CallOnStage } from './call-rows.ts';

export const conversationOnStage: CallOnStage = {
  command: 'converse',
  options: { turns: 'push-to-talk' },
  of: ({ calls, discord }) => calls.of(discord.guildId),
};

export const interpreterOnStage: CallOnStage = {
  command: 'interpret',
  options: { languages: 'en, de' },
  of: ({ interpretations, discord }) => interpretations.of(discord.guildId),
};
