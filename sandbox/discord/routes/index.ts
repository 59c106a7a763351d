import type { Routes } from '../http/routes.ts';
import { archivedThreadRoutes } from './archived-threads.ts';
import { attachmentRoutes } from './attachments.ts';
import { channelRoutes } from './channels.ts';
import { commandRoutes } from './commands.ts';
import { emojiRoutes } from './emojis.ts';
import { gatewayRoutes } from './gateway.ts';
import { guildRoutes } from './guilds.ts';
import { interactionRoutes } from './interactions.ts';
import { memberEditRoutes } from './member-edits.ts';
import { messageRoutes } from './messages.ts';
import { pinRoutes } from './pins.ts';
import { reactionRoutes } from './reactions.ts';
import { roleRoutes } from './roles.ts';
import { threadRoutes } from './threads.ts';
import { userRoutes } from './users.ts';
import { voiceRoutes } from './voice.ts';
import { webhookRoutes } from './webhooks.ts';

export function allRoutes(routes: Routes): void {
  gatewayRoutes(routes);
  userRoutes(routes);
  guildRoutes(routes);
  roleRoutes(routes);
  memberEditRoutes(routes);
  voiceRoutes(routes);
  channelRoutes(routes);
  threadRoutes(routes);
  archivedThreadRoutes(routes);
  pinRoutes(routes);
  reactionRoutes(routes);
  emojiRoutes(routes);
  messageRoutes(routes);
  commandRoutes(routes);
  interactionRoutes(routes);
  webhookRoutes(routes);
  attachmentRoutes(routes);
}
