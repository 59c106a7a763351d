import { PermissionsBitField, type PermissionsString } from 'discord.js';

/** Everything the bot does needs no more than this; the README says why for each. */
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

/** The address where people who manage a server add the bot to it. */
export function invitationOf(applicationId: string): string {
  const { bitfield } = new PermissionsBitField([...invited]);
  return `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${bitfield}`;
}
