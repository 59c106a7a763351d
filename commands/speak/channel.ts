import { ChannelType } from 'discord.js';
import { namings, type ReadAloud } from '../../src/community/speech-settings.ts';
import { showAsIs, stripDeceptive } from '../../src/discord/escape.ts';
import { guildOnly, youMay } from '../../src/discord/guards.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { renderReadAloud } from '../../src/speech/channel-page.ts';
import type { SpeechDesk } from '../../src/speech/desk.ts';
import { usualReadAloud } from '../../src/speech/read-aloud.ts';
import { answerWith } from '../kit/answer.ts';
import { choicesOf, Given } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';

const voiceTypes = [ChannelType.GuildVoice, ChannelType.GuildStageVoice] as const;
const textTypes = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ...voiceTypes,
] as const;

/** `/speak channel`: a text channel read aloud, as its moderators decide. */
export function speakChannel(desk: SpeechDesk): ChatCommand<'speak channel'> {
  return {
    path: ['speak', 'channel'],
    options: [
      { kind: 'boolean', name: 'read' },
      { kind: 'channel', name: 'channel', types: textTypes },
      { kind: 'channel', name: 'into', types: voiceTypes },
      { kind: 'string', name: 'names', choices: choicesOf(namings) },
      { kind: 'role', name: 'role' },
      { kind: 'boolean', name: 'in_voice' },
      { kind: 'boolean', name: 'bots' },
      { kind: 'boolean', name: 'emoji' },
      { kind: 'integer', name: 'max_seconds', min: 5, max: 300 },
      { kind: 'string', name: 'except', maxLength: 10 },
      { kind: 'boolean', name: 'captions' },
    ],
    guards: [guildOnly, youMay('ManageGuild')],
    reply: 'private',
    run: async ({ interaction, words, publicWords, reference }) => {
      const given = new Given(interaction);
      const { guildId } = interaction;
      const channelId = given.channelId('channel') ?? interaction.channelId;
      const changes = changesOf(given, interaction.guild.roles.everyone.id);
      const read = given.flag('read') ?? (Object.keys(changes).length > 0 ? true : undefined);
      const { answers } = words.speech;
      if (read === undefined) {
        const { channels } = await desk.guilds.of(guildId);
        await answerWith(interaction, renderReadAloud(channelId, channels[channelId], words));
        return;
      }
      if (read && !desk.seesMessages) throw new Refusal({ code: 'speech-content-off' });
      let wasRead = false;
      const after = await desk.guilds.change(guildId, (settings) => {
        const { [channelId]: before, ...others } = settings.channels;
        wasRead = before !== undefined;
        const reading = { ...usualReadAloud, ...before, ...changes };
        return { ...settings, channels: read ? { ...others, [channelId]: reading } : others };
      });
      if (read !== wasRead) {
        const { begun, ended } = publicWords.speech.channel;
        const by = `<@${interaction.user.id}>`;
        const prefix = after.channels[channelId]?.exceptPrefix;
        const sentence = read ? begun(by, prefix && showAsIs(prefix, 40)) : ended(by);
        void desk.tell(channelId, sentence, reference);
      }
      const headline = read ? answers.readAloudOn(channelId) : answers.readAloudOff(channelId);
      await answerWith(interaction, renderReadAloud(channelId, after.channels[channelId], words, headline));
    },
  };
}

/** What was given; choosing everybody's role lifts the gate, and an empty prefix cannot be given: a space does it. */
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
  };
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return {
    ...named,
    ...(roleId === undefined ? {} : { roleId: roleId === everybodyRoleId ? undefined : roleId }),
    ...(prefix === undefined ? {} : { exceptPrefix: stripDeceptive(prefix).trim() || undefined }),
  };
}
