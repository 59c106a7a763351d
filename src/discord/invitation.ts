import { PermissionsBitField } from 'discord.js';
import { neededPermissions } from './needed-permissions.ts';

/** The link for adding the bot to a server. It needs nothing beyond these permissions. */
export function invitationOf(applicationId: string): string {
  const { bitfield } = new PermissionsBitField(neededPermissions.map(({ permission }) => permission));
  return `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${bitfield}`;
}
