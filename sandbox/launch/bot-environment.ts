import { join } from 'node:path';
import type { Environment } from './settings.ts';

/** What of the stand-ins the bot must know; an absent one means that this side is real. */
export interface StandInAddresses {
  readonly discord?: {
    readonly apiUrl: string;
    readonly botToken: string;
    /** PEM file of what the voice server's TLS is to be trusted by; by the bot's process only. */
    readonly trustPath: string;
  };
  readonly service?: {
    readonly baseUrl: string;
    readonly apiKey: string;
    /** The account's voices, in a file as an operator writes it, and the one for those who chose none. */
    readonly voicesPath: string;
    readonly voice: string;
    /** The account's knowledge bases, in a file as an operator writes it, and the key pair that calls are signed with. */
    readonly knowledge: {
      readonly basesPath: string;
      readonly accessKeyId: string;
      readonly accessKeySecret: string;
    };
  };
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
          DISCORD_TOKEN_FILE: '',
          DISCORD_GUILD_ID: '',
          GUILD_ALLOW: '',
          DISCORD_MESSAGE_CONTENT: env.DISCORD_MESSAGE_CONTENT?.trim() || 'on',
          NODE_EXTRA_CA_CERTS: standIns.discord.trustPath,
        }
      : {}),
    ...(standIns.service
      ? {
          SERVICE_BASE_URL: standIns.service.baseUrl,
          SERVICE_API_KEY: standIns.service.apiKey,
          SERVICE_API_KEY_FILE: '',
          SERVICE_SOCKET_URL: '',
          SPEECH_VOICES: standIns.service.voicesPath,
          SPEECH_VOICE: standIns.service.voice,
          ...knowledgeEnvironment(env, standIns.service),
          SERVICE_WORKSPACE_ID: '',
          SERVICE_HEADER_PREFIX: '',
          SERVICE_MODEL_ALIASES: '',
          SERVICE_HOT_WORDS_FIELD: '',
          SERVICE_PROFILE: '',
        }
      : {}),
  };
}

function knowledgeEnvironment(
  env: Environment,
  { baseUrl, knowledge }: NonNullable<StandInAddresses['service']>,
): Record<string, string> {
  return {
    KNOWLEDGE_URL: baseUrl,
    KNOWLEDGE_BASES: knowledge.basesPath,
    KNOWLEDGE_SIGNER: 'acs3',
    KNOWLEDGE_ACCESS_KEY_ID: knowledge.accessKeyId,
    KNOWLEDGE_ACCESS_KEY_SECRET: knowledge.accessKeySecret,
    KNOWLEDGE_SECURITY_TOKEN: '',
    KNOWLEDGE_ACCESS_KEY_ID_FILE: '',
    KNOWLEDGE_ACCESS_KEY_SECRET_FILE: '',
    KNOWLEDGE_SECURITY_TOKEN_FILE: '',
    KNOWLEDGE_VERSION: '',
    KNOWLEDGE_LIST_ACTION: '',
    KNOWLEDGE_RETRIEVE_ACTION: '',
    KNOWLEDGE_RETRIEVAL: 'on',
    KNOWLEDGE_LISTS_PER_SECOND: env.KNOWLEDGE_LISTS_PER_SECOND?.trim() || '20',
    KNOWLEDGE_WATCH_SECONDS: env.KNOWLEDGE_WATCH_SECONDS?.trim() || '10',
  };
}
