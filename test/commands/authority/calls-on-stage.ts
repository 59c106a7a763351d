import { moderators } from '../../support/authority-facts.ts';
import { names } from '../../support/authority-stage.ts';
import type { CallOnStage } from './call-rows.ts';

export const conversationOnStage: CallOnStage = {
  command: 'converse',
  options: { turns: 'push-to-talk' },
  people: names,
  mayBringCaptions: ({ there, who }) => there && moderators.includes(who),
  mayReadAlong: ({ there }) => there,
  of: ({ calls, discord }) => calls.of(discord.guildId),
};

export const interpreterOnStage: CallOnStage = {
  command: 'interpret',
  options: { languages: 'en, de' },
  people: ['moderator', 'member'],
  mayBringCaptions: ({ there }) => there,
  mayReadAlong: () => true,
  of: ({ interpretations, discord }) => interpretations.of(discord.guildId),
};
