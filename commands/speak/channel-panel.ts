import type { AnySelectMenuInteraction } from 'discord.js';
import { sees } from '../../src/authority/place.ts';
import { namings, type ReadAloud } from '../../src/community/settings-pages.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { youMay } from '../../src/discord/guards.ts';
import { needBotIn } from '../../src/discord/resolved-permissions.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { synthesisLanguages } from '../../src/service/synthesis/models.ts';
import { renderReadAloud } from '../../src/speech/channel-page.ts';
import { anyLanguage, readingSwitches, renderSetup } from '../../src/speech/channel-setup-page.ts';
import { readingNeeds, speakingNeeds } from '../../src/speech/channel-types.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import { usualReadAloud } from '../../src/speech/read-aloud.ts';
import { adjustReading, turnReading } from '../../src/speech/reading-setup.ts';
import { answerWith } from '../kit/answer.ts';
import { type Asking, editorOf } from '../kit/given.ts';
import type { ButtonRoute, CallFrame, SelectRoute } from '../kit/surface.ts';

/** How a channel is read, with menus for people who can change it. */
export async function showReading(
  desk: SpeechDesk,
  interaction: Asking,
  channelId: string,
  words: CallFrame['words'],
  headline?: string,
): Promise<void> {
  const { guildId, locale } = interaction;
  const actor = actorOf(interaction);
  const { channels, voice } = await desk.guilds.of(guildId);
  const reading = channels[channelId];
  const seesInto = reading?.into === undefined || sees(actor, { guildId, channelId: reading.into });
  const view = { channelId, reading, seesInto, headline };
  const body = actor.everywhere.has('ManageGuild')
    ? renderSetup({ ...view, guildVoice: voice, voices: desk.book.suggest('', undefined, locale) }, words)
    : renderReadAloud(view, words);
  await answerWith(interaction, body);
}

const frame = {
  feature: 'speak',
  acknowledge: 'update',
  guards: [youMay('ManageGuild')],
} as const;

/** Begin, stop, and start over. */
export function readingButtons(desk: SpeechDesk): readonly ButtonRoute[] {
  const turn = (action: string, read: boolean, changes: Partial<ReadAloud> = {}): ButtonRoute => ({
    ...frame,
    action,
    run: async ({ interaction, id, words, publicWords, reference }) => {
      const { guildId, user } = interaction;
      assertSeen(interaction, id);
      if (read) assertBotMayRead(interaction, id);
      await turnReading(
        desk,
        { guildId, channelId: id, userId: user.id, publicWords, reference },
        read,
        changes,
      );
      const { readAloudOn, readAloudOff } = words.speech.answers;
      await showReading(desk, interaction, id, words, (read ? readAloudOn : readAloudOff)(id));
    },
  });
  return [
    turn('read-start', true),
    turn('read-stop', false),
    {
      ...frame,
      action: 'read-reset',
      run: async ({ interaction, id, words }) => {
        assertSeen(interaction, id);
        await adjustReading(desk, { ...editorOf(interaction), channelId: id }, () => usualReadAloud);
        await showReading(desk, interaction, id, words, words.speech.channel.setup.wasReset);
      },
    },
  ];
}

/** The setting that each menu changes. */
const readingMenus: Readonly<
  Record<
    string,
    (values: readonly string[], interaction: AnySelectMenuInteraction<'cached'>) => Partial<ReadAloud>
  >
> = {
  'read-into': ([into], interaction) => {
    if (into !== undefined) {
      assertSeen(interaction, into);
      assertBotMaySpeak(interaction, into);
    }
    return { into };
  },
  'read-role': ([roleId], { guild }) => ({ roleId: roleId === guild.roles.everyone.id ? undefined : roleId }),
  'read-names': ([naming]) => ({ naming: offered(namings, naming) }),
  'read-seconds': ([seconds]) => ({
    maxSeconds: Math.min(300, Math.max(5, Number(seconds) || usualReadAloud.maxSeconds)),
  }),
  'read-more': (values) => Object.fromEntries(readingSwitches.map((name) => [name, values.includes(name)])),
};

/** Each one saves at once and shows the new settings. */
export function readingSelects(desk: SpeechDesk): readonly SelectRoute[] {
  const reading = Object.entries(readingMenus).map(
    ([action, changesOf]): SelectRoute => ({
      ...frame,
      action,
      run: async ({ interaction, id, values, words }) => {
        assertSeen(interaction, id);
        const changes = changesOf(values, interaction);
        const place = { ...editorOf(interaction), channelId: id };
        const after = await adjustReading(desk, place, (before) => ({ ...before, ...changes }));
        await showReading(desk, interaction, id, words, after && words.speech.channel.setup.saved);
      },
    }),
  );
  return [which(desk), ...reading, ...voices(desk)];
}

/** Shows another channel in the same panel. */
function which(desk: SpeechDesk): SelectRoute {
  return {
    ...frame,
    action: 'read-which',
    run: async ({ interaction, values: [channelId = ''], words }) => {
      assertSeen(interaction, channelId);
      await showReading(desk, interaction, channelId, words);
    },
  };
}

/** The voice for people who chose none: the server's, like `/speak voice` with its scope. */
function voices(desk: SpeechDesk): readonly SelectRoute[] {
  return [
    {
      ...frame,
      action: 'read-voice',
      run: async ({ interaction, id, values: [voice], words }) => {
        assertSeen(interaction, id);
        await desk.voices.changeGuild(editorOf(interaction), { voice }, false);
        await showReading(desk, interaction, id, words, words.speech.channel.setup.saved);
      },
    },
    {
      ...frame,
      action: 'read-language',
      run: async ({ interaction, id, values: [language], words }) => {
        assertSeen(interaction, id);
        const editor = editorOf(interaction);
        if (language === anyLanguage) await desk.voices.forgetGuildLanguage(editor);
        else
          await desk.voices.changeGuild(editor, { language: offered(synthesisLanguages, language) }, false);
        await showReading(desk, interaction, id, words, words.speech.channel.setup.saved);
      },
    },
  ];
}

/** Reports missing permissions now, before the first message arrives. */
export function assertBotMayRead(interaction: Asking, channelId: string, into?: string): void {
  needBotIn(interaction, channelId, readingNeeds);
  if (into !== undefined) assertBotMaySpeak(interaction, into);
}

function assertBotMaySpeak(interaction: Asking, channelId: string): void {
  needBotIn(interaction, channelId, speakingNeeds(interaction.guild.channels.cache.get(channelId)));
}

/** If people can't see a channel, it's refused as if it didn't exist. */
function assertSeen(interaction: Asking, channelId: string): void {
  const { guildId } = interaction;
  if (!sees(actorOf(interaction), { guildId, channelId }))
    throw new Refusal({ code: 'channel-unknown', option: 'channel' });
}

/** A modified client can send anything. */
function offered<Value extends string>(values: readonly Value[], chosen: string | undefined): Value {
  const value = values.find((each) => each === chosen);
  if (value === undefined) throw new Refusal({ code: 'control-expired' });
  return value;
}
