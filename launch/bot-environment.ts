import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings of the real sides that would lead past a stand-in. */
const realDiscord = ['DISCORD_TOKEN_FILE', 'DISCORD_GUILD_ID', 'GUILD_ALLOW'];
/** The sandbox has its own folder, and nothing of it belongs among the real records. */
const realStore = ['STORE_URL', 'STORE_URL_FILE'];
const realService = [
  'SERVICE_API_KEY_FILE',
  'SERVICE_SOCKET_URL',
  'SERVICE_WORKSPACE_ID',
  'SERVICE_HEADER_PREFIX',
  'SERVICE_MODEL_ALIASES',
  'SERVICE_HOT_WORDS_FIELD',
  'SERVICE_PROFILE',
  'KNOWLEDGE_SECURITY_TOKEN',
  'KNOWLEDGE_ACCESS_KEY_ID_FILE',
  'KNOWLEDGE_ACCESS_KEY_SECRET_FILE',
  'KNOWLEDGE_SECURITY_TOKEN_FILE',
  'KNOWLEDGE_VERSION',
  'KNOWLEDGE_LIST_ACTION',
  'KNOWLEDGE_RETRIEVE_ACTION',
];

/** Stand-ins may be asked more often than a real service. */
const paces = { KNOWLEDGE_LISTS_PER_SECOND: '20', KNOWLEDGE_WATCH_SECONDS: '10' };

/**
 * The bot's environment: what was set, with what leads to the stand-ins. Settings of the real sides are emptied and not left out,
 * because an empty variable also hides the one in a `.env` file.
 */
export function botEnvironment(env: Environment, standIns: Environment): Record<string, string | undefined> {
  const preferred: Record<string, string> = {
    DATA_DIR: join('data', 'sandbox'),
    VIDEO_POLL_INTERVAL_MS: '5000',
    // Worth something for a bot that stays: two sandboxes on one machine would want the same port.
    HEALTH_LISTEN: 'off',
    BACKUP_EVERY_HOURS: '0',
    // The first video is there in seconds. With off, the set-up of an empty server can be tried.
    ...(standIns.DISCORD_TOKEN ? { NEW_SERVERS: 'on' } : {}),
    ...(standIns.SERVICE_API_KEY ? paces : {}),
  };
  const hidden = [
    ...(standIns.DISCORD_TOKEN ? [...realDiscord, ...realStore] : []),
    ...(standIns.SERVICE_API_KEY ? realService : []),
  ];
  return {
    ...env,
    ...Object.fromEntries(
      Object.entries(preferred).map(([name, value]) => [name, env[name]?.trim() || value]),
    ),
    ...Object.fromEntries(hidden.map((name) => [name, ''])),
    ...standIns,
  };
}
