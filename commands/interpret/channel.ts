import { actorOf } from '../../src/discord/actor.ts';
import { youMay } from '../../src/discord/guards.ts';
import { needBotIn } from '../../src/discord/resolved-permissions.ts';
import { languageCalled } from '../../src/interpreter/language-names.ts';
import type { RecordingDesk } from '../../src/interpreter/recordings/recording-desk.ts';
import { renderListening } from '../../src/interpreter/recordings/recording-page.ts';
import { turnWriting, type WritingDesk } from '../../src/interpreter/recordings/writing-setup.ts';
import { renderWriting } from '../../src/interpreter/recordings/written-page.ts';
import { readableTypes } from '../../src/speech/channel-types.ts';
import { answerWith } from '../kit/answer.ts';
import { Given } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';
import { suggestLanguage } from './suggest-languages.ts';

const longestName = 60;
/** What the bot needs to see voice messages and to reply to them. */
const needs = ['ViewChannel', 'SendMessages', 'ReadMessageHistory'] as const;

/** `/interpret channel`: whether and how a channel's voice messages are written down, and what's being listened to right now. */
export function interpretChannel(
  desk: WritingDesk,
  recordings: Pick<RecordingDesk, 'stoppableBy'>,
): ChatCommand<'interpret channel'> {
  return {
    path: ['interpret', 'channel'],
    options: [
      { kind: 'boolean', name: 'write' },
      { kind: 'channel', name: 'channel', types: readableTypes },
      { kind: 'string', name: 'language', maxLength: longestName, autocomplete: true },
    ],
    reply: 'private',
    run: async ({ interaction, words, publicWords, reference }) => {
      const given = new Given(interaction);
      const { guildId, user } = interaction;
      const channelId = given.channelId('channel') ?? interaction.channelId;
      const named = given.text('language')?.trim();
      const write = given.flag('write') ?? (named ? true : undefined);
      if (write === undefined) {
        const { channels } = await desk.guilds.of(guildId);
        const { components } = renderWriting(channelId, channels[channelId], undefined, words);
        const stoppable = recordings.stoppableBy(actorOf(interaction));
        const listening = stoppable.length > 0 ? renderListening(stoppable, undefined, words).components : [];
        await answerWith(interaction, { components: [...components, ...listening] });
        return;
      }
      await youMay('ManageGuild').check(interaction);
      if (write) needBotIn(interaction, channelId, needs);
      const language = named ? languageCalled(named) : undefined;
      const change = { guildId, channelId, userId: user.id, publicWords, reference };
      const chosen = await turnWriting(desk, change, write ? { ...(language && { language }) } : undefined);
      const { turnedOn, turnedOff } = words.interpreter.written;
      const headline = (write ? turnedOn : turnedOff)(channelId);
      await answerWith(interaction, renderWriting(channelId, chosen, headline, words));
    },
    autocomplete: async ({ focused, words }) => suggestLanguage(focused.value, words),
  };
}
