import { PermissionsBitField, type PermissionsString } from 'discord.js';

/** The bot needs nothing beyond this; the README gives the reason for each. */
const invited: readonly PermissionsString[] = [
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'AttachFiles',
  'SendVoiceMessages',
  'ReadMessageHistory',
  'Connect',
  'Speak',
  'RequestToSpeak',
  'SetVoiceChannelStatus',
  'CreatePublicThreads',
];

/** The link for adding the bot to a server. */
export function invitationOf(applicationId: string): string {
  const { bitfield } = new PermissionsBitField([...invited]);
  return `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${bitfield}`;
}
