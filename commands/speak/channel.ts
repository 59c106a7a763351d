import { namings, type ReadAloud } from '../../src/community/settings-pages.ts';
import { stripDeceptive } from '../../src/discord/escape.ts';
import { youMay } from '../../src/discord/guards.ts';
import { readableTypes, voiceTypes } from '../../src/speech/channel-types.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import { turnReading } from '../../src/speech/reading-setup.ts';
import { choicesOf, Given } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';
import { assertBotMayRead, showReading } from './channel-panel.ts';

/** `/speak channel`: how a text channel is read aloud, with a panel for people who can change it. */
export function speakChannel(desk: SpeechDesk): ChatCommand<'speak channel'> {
  return {
    path: ['speak', 'channel'],
    options: [
      { kind: 'boolean', name: 'read' },
      { kind: 'channel', name: 'channel', types: readableTypes },
      { kind: 'channel', name: 'into', types: voiceTypes },
      { kind: 'string', name: 'names', choices: choicesOf(namings) },
      { kind: 'role', name: 'role' },
      { kind: 'boolean', name: 'in_voice' },
      { kind: 'boolean', name: 'bots' },
      { kind: 'boolean', name: 'emoji' },
      { kind: 'integer', name: 'max_seconds', min: 5, max: 300 },
      { kind: 'string', name: 'except', maxLength: 10 },
      { kind: 'boolean', name: 'captions' },
      { kind: 'boolean', name: 'joins' },
    ],
    reply: 'private',
    run: async ({ interaction, words, publicWords, reference }) => {
      const given = new Given(interaction);
      const { guildId, user } = interaction;
      const channelId = given.channelId('channel') ?? interaction.channelId;
      const changes = changesOf(given, interaction.guild.roles.everyone.id);
      const read = given.flag('read') ?? (Object.keys(changes).length > 0 ? true : undefined);
      if (read === undefined) {
        await showReading(desk, interaction, channelId, words);
        return;
      }
      await youMay('ManageGuild').check(interaction);
      if (read) assertBotMayRead(interaction, channelId, changes.into);
      const change = { guildId, channelId, userId: user.id, publicWords, reference };
      await turnReading(desk, change, read, changes);
      const { answers } = words.speech;
      const headline = read ? answers.readAloudOn(channelId) : answers.readAloudOff(channelId);
      await showReading(desk, interaction, channelId, words, headline);
    },
  };
}

/**
 * The given changes. Choosing the everyone role removes the gate. Discord doesn't send an empty prefix, so a space
 * removes it.
 */
function changesOf(given: Given, everybodyRoleId: string): Partial<ReadAloud> {
  const roleId = given.roleId('role');
  const prefix = given.text('except');
  const changes: Partial<ReadAloud> = {
    into: given.channelId('into'),
    naming: given.choice('names', namings),
    inVoiceOnly: given.flag('in_voice'),
    automatic: given.flag('bots'),
    emoji: given.flag('emoji'),
    maxSeconds: given.number('max_seconds'),
    captions: given.flag('captions'),
    comings: given.flag('joins'),
  };
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return {
    ...named,
    ...(roleId === undefined ? {} : { roleId: roleId === everybodyRoleId ? undefined : roleId }),
    ...(prefix === undefined ? {} : { exceptPrefix: stripDeceptive(prefix).trim() || undefined }),
  };
}
