import type { Routes } from '../http/routes.ts';
import { archivedThreadRoutes } from './archived-threads.ts';
import { banRoutes } from './bans.ts';
import { emojiRoutes } from './emojis.ts';
import { memberEditRoutes } from './member-edits.ts';
import { pinRoutes } from './pins.ts';
import { roleRoutes } from './roles.ts';
import { webhookManagementRoutes } from './webhook-management.ts';

/** What Emcee never asks for and other bots need. */
export function extraRoutes(routes: Routes): void {
  roleRoutes(routes);
  memberEditRoutes(routes);
  banRoutes(routes);
  archivedThreadRoutes(routes);
  pinRoutes(routes);
  emojiRoutes(routes);
  webhookManagementRoutes(routes);
}
