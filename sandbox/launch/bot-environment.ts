import { join } from 'node:path';
import type { Environment } from './settings.ts';

/** What of the stand-ins the bot must know; an absent one means that this side is real. */
export interface StandInAddresses {
  readonly discord?: { readonly apiUrl: string; readonly botToken: string };
  readonly service?: { readonly baseUrl: string; readonly apiKey: string };
}

export const sandboxDataDir = join('data', 'sandbox');

/**
 * The bot's environment: what was set, with the addresses of the stand-ins. Settings that belong to the real side of
 * a stand-in are emptied rather than left out, because an empty variable also hides the one in a `.env` file.
 */
export function botEnvironment(
  env: Environment,
  standIns: StandInAddresses,
): Record<string, string | undefined> {
  return {
    ...env,
    DATA_DIR: env.DATA_DIR?.trim() || sandboxDataDir,
    VIDEO_POLL_INTERVAL_MS: env.VIDEO_POLL_INTERVAL_MS?.trim() || '5000',
    ...(standIns.discord
      ? {
          DISCORD_API_URL: standIns.discord.apiUrl,
          DISCORD_TOKEN: standIns.discord.botToken,
          DISCORD_GUILD_ID: '',
        }
      : {}),
    ...(standIns.service
      ? {
          SERVICE_BASE_URL: standIns.service.baseUrl,
          SERVICE_API_KEY: standIns.service.apiKey,
          SERVICE_WORKSPACE_ID: '',
          SERVICE_HEADER_PREFIX: '',
          SERVICE_MODEL_ALIASES: '',
          SERVICE_PROFILE: '',
        }
      : {}),
  };
}
