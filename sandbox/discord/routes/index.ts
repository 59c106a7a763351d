import { extraRoutes } from '../extras/index.ts';
import type { Routes } from '../http/routes.ts';
import { attachmentRoutes } from './attachments.ts';
import { channelRoutes } from './channels.ts';
import { commandRoutes } from './commands.ts';
import { gatewayRoutes } from './gateway.ts';
import { guildRoutes } from './guilds.ts';
import { interactionRoutes } from './interactions.ts';
import { messageRoutes } from './messages.ts';
import { reactionRoutes } from './reactions.ts';
import { threadRoutes } from './threads.ts';
import { userRoutes } from './users.ts';
import { voiceRoutes } from './voice.ts';
import { webhookRoutes } from './webhooks.ts';

export function allRoutes(routes: Routes): void {
  gatewayRoutes(routes);
  userRoutes(routes);
  guildRoutes(routes);
  voiceRoutes(routes);
  channelRoutes(routes);
  threadRoutes(routes);
  reactionRoutes(routes);
  messageRoutes(routes);
  commandRoutes(routes);
  interactionRoutes(routes);
  webhookRoutes(routes);
  attachmentRoutes(routes);
  extraRoutes(routes);
}
