import { fileURLToPath } from 'node:url';
import type { Environment } from './settings.ts';
import { trustFile } from './trust.ts';

/** The stand-in account's voices and knowledge bases, listed as a bot's owner would. */
const voicesPath = fileURLToPath(new URL('../service/synthesis/voices.json', import.meta.url));
const basesPath = fileURLToPath(new URL('../service/knowledge/bases.json', import.meta.url));
const defaultVoice = 'harbor';

/** What of the stand-ins a bot has to reach; an absent one means that this side is real. */
export interface Reachable {
  readonly discord?: {
    readonly apiUrl: string;
    readonly botToken: string;
    readonly voice: { readonly certificatePath: string };
  };
  readonly service?: {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly knowledge: {
      readonly settings: { readonly accessKeyId: string; readonly accessKeySecret: string };
    };
  };
}

/** What a bot has to know about the stand-ins, as environment variables. `env`: what was set before. */
export function environmentOf({ discord, service }: Reachable, env: Environment): Record<string, string> {
  return {
    ...(discord
      ? {
          DISCORD_API_URL: discord.apiUrl,
          DISCORD_TOKEN: discord.botToken,
          DISCORD_MESSAGE_CONTENT: env.DISCORD_MESSAGE_CONTENT?.trim() || 'on',
          NODE_EXTRA_CA_CERTS: trustFile(discord.voice.certificatePath, env.NODE_EXTRA_CA_CERTS),
        }
      : {}),
    ...(service
      ? {
          SERVICE_BASE_URL: service.baseUrl,
          SERVICE_API_KEY: service.apiKey,
          SPEECH_VOICES: voicesPath,
          SPEECH_VOICE: defaultVoice,
          KNOWLEDGE_URL: service.baseUrl,
          KNOWLEDGE_BASES: basesPath,
          KNOWLEDGE_SIGNER: 'acs3',
          KNOWLEDGE_ACCESS_KEY_ID: service.knowledge.settings.accessKeyId,
          KNOWLEDGE_ACCESS_KEY_SECRET: service.knowledge.settings.accessKeySecret,
          KNOWLEDGE_RETRIEVAL: 'on',
        }
      : {}),
  };
}
