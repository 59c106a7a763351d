import { ChannelType, type Guild, PermissionFlagsBits, PermissionsBitField } from 'discord.js';
import { expect, it } from 'vitest';
import { checkChannels, missingInGuild, neededPermissions } from '../../../src/discord/needed-permissions.ts';

const all = new PermissionsBitField(neededPermissions.map(({ permission }) => permission));

/** A server in which the bot has these permissions in these channels. */
function guildWith(
  channels: readonly (readonly [id: string, type: ChannelType, held: Readonly<PermissionsBitField>])[],
  everywhere: Readonly<PermissionsBitField> = all,
): Guild {
  const guild = { members: { me: { permissions: everywhere } } };
  const entries = channels.map(([id, type, held], index) => {
    const permissionsFor = () => held;
    return [id, { id, type, guild, rawPosition: -index, isThread: () => false, permissionsFor }] as const;
  });
  return Object.assign(guild, { channels: { cache: new Map(entries) } }) as unknown as Guild;
}

it('names for each channel what the bot lacks there, in the order of Discord, and only what matters there', () => {
  const allBut = new PermissionsBitField(all);
  const guild = guildWith([
    ['text', ChannelType.GuildText, new PermissionsBitField(all).remove('AttachFiles', 'Speak')],
    ['voice', ChannelType.GuildVoice, new PermissionsBitField(all).remove('Speak', 'AttachFiles')],
    ['stage', ChannelType.GuildStageVoice, new PermissionsBitField(all).remove('Speak', 'RequestToSpeak')],
    ['category', ChannelType.GuildCategory, new PermissionsBitField()],
    ['news', ChannelType.GuildAnnouncement, allBut],
  ]);
  const told = checkChannels(guild).map(({ channelId, kind, missing }) => [
    channelId,
    kind,
    missing.map(({ permission }) => permission).join(),
  ]);
  expect(told).toEqual([
    ['news', 'text', ''],
    ['stage', 'stage', 'RequestToSpeak'],
    ['voice', 'voice', 'Speak'],
    ['text', 'text', 'AttachFiles'],
  ]);
});

it('counts an administrator as having everything', () => {
  const administrator = new PermissionsBitField(PermissionFlagsBits.Administrator);
  const guild = guildWith([['text', ChannelType.GuildText, administrator]], administrator);
  expect(checkChannels(guild)[0]?.missing).toEqual([]);
  expect(missingInGuild(guild)).toEqual([]);
});

it('names what no role gives the bot', () => {
  const guild = guildWith([], new PermissionsBitField(all).remove('Connect'));
  expect(missingInGuild(guild).map(({ permission }) => permission)).toEqual(['Connect']);
});
