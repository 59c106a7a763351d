import { expect, it } from 'vitest';
import { botEnvironment } from '../../launch/bot-environment.ts';
import { environmentOf } from '../../sandbox/launch/environment.ts';
import { loadConfig } from '../../src/config/config.ts';
import { switchedOff } from '../../src/config/switched-off.ts';

const standIns = {
  discord: { apiUrl: 'http://127.0.0.1:1/api', botToken: 'bot', voice: { certificatePath: 'trusted.pem' } },
  service: {
    baseUrl: 'http://127.0.0.1:2',
    apiKey: 'key',
    knowledge: { settings: { accessKeyId: 'id', accessKeySecret: 'secret' } },
  },
};
const ofDiscord = (env = {}) => environmentOf({ discord: standIns.discord }, env);
const ofService = (env = {}) => environmentOf({ service: standIns.service }, env);

it('what the stand-ins say of themselves is all that a bot needs: nothing is switched off', () => {
  const readFile = (path: string) =>
    JSON.stringify(
      path.includes('voices')
        ? { voices: [{ name: 'harbor', kind: 'system', models: ['tts-v3-flash'] }] }
        : { bases: [{ id: 'h', name: 'H', workspaceId: 'w', indexId: 'i', guilds: 'all' }] },
    );
  expect(switchedOff(loadConfig(environmentOf(standIns, {}), readFile))).toEqual([]);
});

it('the bot is told of both stand-ins, and nothing of the real sides', () => {
  const real = {
    DISCORD_GUILD_ID: '1',
    DISCORD_TOKEN_FILE: '/run/secrets/token',
    GUILD_ALLOW: '1',
    STORE_URL: 'postgres://real.invalid/emcee',
    STORE_URL_FILE: '/run/secrets/store',
    SERVICE_API_KEY_FILE: '/run/secrets/key',
    SERVICE_WORKSPACE_ID: 'w',
    SERVICE_PROFILE: 'p',
    SERVICE_MODEL_ALIASES: 'a=b',
    SERVICE_HOT_WORDS_FIELD: 'f',
    KNOWLEDGE_URL: 'https://knowledge.invalid',
    KNOWLEDGE_SIGNER: 'bearer',
    KNOWLEDGE_SECURITY_TOKEN: 't',
    KNOWLEDGE_ACCESS_KEY_ID_FILE: '/run/secrets/id',
    KNOWLEDGE_ACCESS_KEY_SECRET_FILE: '/run/secrets/secret',
    KNOWLEDGE_SECURITY_TOKEN_FILE: '/run/secrets/sts',
    KNOWLEDGE_VERSION: 'v',
    KNOWLEDGE_LIST_ACTION: 'l',
    KNOWLEDGE_RETRIEVE_ACTION: 'r',
  };
  expect(botEnvironment({ ...real, PATH: '/bin' }, environmentOf(standIns, real))).toEqual({
    PATH: '/bin',
    DATA_DIR: 'data/sandbox',
    VIDEO_POLL_INTERVAL_MS: '5000',
    HEALTH_LISTEN: 'off',
    BACKUP_EVERY_HOURS: '0',
    NEW_SERVERS: 'on',
    DISCORD_API_URL: standIns.discord.apiUrl,
    DISCORD_TOKEN: 'bot',
    DISCORD_TOKEN_FILE: '',
    DISCORD_GUILD_ID: '',
    GUILD_ALLOW: '',
    STORE_URL: '',
    STORE_URL_FILE: '',
    DISCORD_MESSAGE_CONTENT: 'on',
    NODE_EXTRA_CA_CERTS: 'trusted.pem',
    SPEECH_VOICES: expect.stringMatching(/voices\.json$/),
    SPEECH_VOICE: 'harbor',
    KNOWLEDGE_URL: standIns.service.baseUrl,
    KNOWLEDGE_BASES: expect.stringMatching(/bases\.json$/),
    KNOWLEDGE_SIGNER: 'acs3',
    KNOWLEDGE_ACCESS_KEY_ID: 'id',
    KNOWLEDGE_ACCESS_KEY_SECRET: 'secret',
    KNOWLEDGE_SECURITY_TOKEN: '',
    KNOWLEDGE_ACCESS_KEY_ID_FILE: '',
    KNOWLEDGE_ACCESS_KEY_SECRET_FILE: '',
    KNOWLEDGE_SECURITY_TOKEN_FILE: '',
    KNOWLEDGE_VERSION: '',
    KNOWLEDGE_LIST_ACTION: '',
    KNOWLEDGE_RETRIEVE_ACTION: '',
    KNOWLEDGE_RETRIEVAL: 'on',
    KNOWLEDGE_LISTS_PER_SECOND: '20',
    KNOWLEDGE_WATCH_SECONDS: '10',
    SERVICE_SOCKET_URL: '',
    SERVICE_BASE_URL: standIns.service.baseUrl,
    SERVICE_API_KEY: 'key',
    SERVICE_API_KEY_FILE: '',
    SERVICE_WORKSPACE_ID: '',
    SERVICE_HEADER_PREFIX: '',
    SERVICE_MODEL_ALIASES: '',
    SERVICE_HOT_WORDS_FIELD: '',
    SERVICE_PROFILE: '',
  });
});

it('a real side keeps its settings', () => {
  const env = { DISCORD_TOKEN: 'real', DISCORD_GUILD_ID: '1' };
  expect(botEnvironment(env, ofService(env))).toMatchObject({ ...env, SERVICE_API_KEY: 'key' });
  const keys = { SERVICE_API_KEY: 'real', SERVICE_BASE_URL: 'https://service.invalid', SERVICE_PROFILE: 'p' };
  expect(botEnvironment(keys, ofDiscord(keys))).toMatchObject({ ...keys, DISCORD_TOKEN: 'bot' });
});

it('what was set for the sandbox wins over its defaults', () => {
  const env = {
    DATA_DIR: 'elsewhere',
    VIDEO_POLL_INTERVAL_MS: '7000',
    DISCORD_MESSAGE_CONTENT: 'off',
    KNOWLEDGE_LISTS_PER_SECOND: '3',
    KNOWLEDGE_WATCH_SECONDS: '60',
  };
  expect(botEnvironment(env, environmentOf(standIns, env))).toMatchObject(env);
  expect(botEnvironment({ DATA_DIR: ' ' }, {})).toMatchObject({ DATA_DIR: 'data/sandbox' });
});
