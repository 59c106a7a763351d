import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig, missingSettings } from '../../../src/config/config.ts';
import type { Environment } from '../../../src/config/environment.ts';
import { leastSettings as complete, problemOf, problemsOf } from '../../support/config-problems.ts';

describe('complete settings', () => {
  it('have the documented defaults', () => {
    expect(loadConfig(complete)).toEqual({
      role: 'all',
      discord: {
        token: 'token-of-the-bot',
        apiUrl: 'https://discord.com/api',
        messageContent: false,
        shards: 'auto',
        newServersOn: false,
      },
      service: {
        apiKey: 'key-of-the-service',
        region: 'singapore',
        baseUrl: 'https://service.invalid',
        headerPrefix: 'X-Service-',
        modelAliases: {},
        fileHosts: [],
        timeoutMs: 30_000,
      },
      video: {
        pollIntervalMs: 15_000,
        pollsPerSecond: 10,
        limits: {
          standard: { createsPerSecond: 5, tasksAtOnce: 5 },
          small: { createsPerSecond: 2, tasksAtOnce: 2 },
        },
        keepMs: 24 * 3_600_000,
        deadlineMs: 24 * 3_600_000,
        maxDownloadBytes: 200 * 1_048_576,
        secondsPerPersonPerDay: 60,
        secondsPerGuildPerDay: 600,
        secondsPerBotPerDay: 3_600,
      },
      voice: { prebufferMs: 60, aloneMs: 30_000, idleMs: 15 * 60_000 },
      speech: {
        model: 'tts-v3-flash',
        voices: [],
        format: 'opus',
        tasksPerSecond: 3,
        longestText: 2_000,
        charactersPerPersonPerDay: 20_000,
        charactersPerGuildPerDay: 100_000,
        charactersPerBotPerDay: 500_000,
      },
      conversation: {
        model: 'xq3.5-omni-realtime',
        endpointing: 'block',
        toolRounds: 4,
        connectsPerMinute: 60,
        imageBytes: 190_000,
        secondsPerPersonPerDay: 1_800,
        secondsPerGuildPerDay: 7_200,
        secondsPerBotPerDay: 36_000,
      },
      interpreter: {
        connectsPerMinute: 10,
        sessionsPerCall: 6,
        quietMs: 20_000,
        detectsLanguage: false,
        imageBytes: 190_000,
        recordingsAtOnce: 3,
        recordingSpeed: 5,
      },
      operations: {
        health: { host: '127.0.0.1', port: 9464 },
        backUps: { folder: 'data/backups', everyMs: 86_400_000, most: 7 },
      },
      dataDir: './data',
      keepDays: 30,
      logLevel: 'info',
      searchPath: '',
    });
  });

  it.each([
    ['DISCORD_GUILD_ID', '400000000000000001', 'discord.guildId', '400000000000000001'],
    ['DISCORD_API_URL', 'http://127.0.0.1:4401/api/', 'discord.apiUrl', 'http://127.0.0.1:4401/api'],
    ['DISCORD_MESSAGE_CONTENT', 'on', 'discord.messageContent', true],
    ['SERVICE_BASE_URL', 'https://other.invalid', 'service.baseUrl', 'https://other.invalid'],
    ['SERVICE_SOCKET_URL', 'wss://sockets.invalid', 'service.socketUrl', 'wss://sockets.invalid'],
    ['SERVICE_REGION', 'frankfurt', 'service.region', 'frankfurt'],
    ['SERVICE_WORKSPACE_ID', 'ws-1', 'service.workspaceId', 'ws-1'],
    ['SERVICE_HEADER_PREFIX', 'X-Other-', 'service.headerPrefix', 'X-Other-'],
    ['SERVICE_MODEL_ALIASES', 'a=b,c=d', 'service.modelAliases', { a: 'b', c: 'd' }],
    [
      'SERVICE_FILE_HOSTS',
      'a.lan:9000, 1.2.3.4',
      'service.fileHosts',
      ['a.lan:9000', '1.2.3.4:80', '1.2.3.4:443'],
    ],
    ['SERVICE_TIMEOUT_MS', '5000', 'service.timeoutMs', 5_000],
    ['DATA_DIR', '/var/lib/emcee', 'dataDir', '/var/lib/emcee'],
    ['KEEP_DAYS', '7', 'keepDays', 7],
    ['LOG_LEVEL', 'warn', 'logLevel', 'warn'],
    ['RELEASES_URL', 'https://releases.invalid/latest', 'releasesUrl', 'https://releases.invalid/latest'],
    ['VIDEO_POLL_INTERVAL_MS', '5000', 'video.pollIntervalMs', 5_000],
    ['VIDEO_POLLS_PER_SECOND', '20', 'video.pollsPerSecond', 20],
    ['VIDEO_DEADLINE_HOURS', '2', 'video.deadlineMs', 7_200_000],
    ['VIDEO_MAX_DOWNLOAD_MB', '10', 'video.maxDownloadBytes', 10_485_760],
    ['VIDEO_SECONDS_PER_PERSON_PER_DAY', '0', 'video.secondsPerPersonPerDay', 0],
    ['VIDEO_SECONDS_PER_GUILD_PER_DAY', '0', 'video.secondsPerGuildPerDay', 0],
    ['VIDEO_SECONDS_PER_BOT_PER_DAY', '0', 'video.secondsPerBotPerDay', 0],
    ['VOICE_PREBUFFER_MS', '0', 'voice.prebufferMs', 0],
    ['VOICE_ALONE_SECONDS', '5', 'voice.aloneMs', 5_000],
    ['VOICE_IDLE_MINUTES', '0', 'voice.idleMs', 0],
    ['SPEECH_MODEL', 'tts-v2', 'speech.model', 'tts-v2'],
    ['SPEECH_VOICE', 'harbor', 'speech.voice', 'harbor'],
    ['SPEECH_FORMAT', 'pcm', 'speech.format', 'pcm'],
    ['SPEECH_TASKS_PER_SECOND', '1', 'speech.tasksPerSecond', 1],
    ['SPEECH_LONGEST_TEXT', '100', 'speech.longestText', 100],
    ['SPEECH_CHARACTERS_PER_PERSON_PER_DAY', '0', 'speech.charactersPerPersonPerDay', 0],
    ['SPEECH_CHARACTERS_PER_GUILD_PER_DAY', '1', 'speech.charactersPerGuildPerDay', 1],
    ['SPEECH_CHARACTERS_PER_BOT_PER_DAY', '2', 'speech.charactersPerBotPerDay', 2],
    ['CONVERSATION_MODEL', 'xq-omni-turbo-realtime', 'conversation.model', 'xq-omni-turbo-realtime'],
    ['CONVERSATION_ENDPOINTING', 'manual', 'conversation.endpointing', 'manual'],
    ['CONVERSATION_CONNECTS_PER_MINUTE', '5', 'conversation.connectsPerMinute', 5],
    ['CONVERSATION_IMAGE_KB', '500', 'conversation.imageBytes', 500_000],
    ['CONVERSATION_MINUTES_PER_PERSON_PER_DAY', '0', 'conversation.secondsPerPersonPerDay', 0],
    ['CONVERSATION_MINUTES_PER_GUILD_PER_DAY', '1', 'conversation.secondsPerGuildPerDay', 60],
    ['CONVERSATION_MINUTES_PER_BOT_PER_DAY', '2', 'conversation.secondsPerBotPerDay', 120],
    ['INTERPRETER_CONNECTS_PER_MINUTE', '600', 'interpreter.connectsPerMinute', 600],
    ['INTERPRETER_SESSIONS_PER_CALL', '50', 'interpreter.sessionsPerCall', 50],
    ['INTERPRETER_QUIET_SECONDS', '5', 'interpreter.quietMs', 5_000],
    ['INTERPRETER_DETECT_LANGUAGE', 'on', 'interpreter.detectsLanguage', true],
    ['INTERPRETER_IMAGE_KB', '20', 'interpreter.imageBytes', 20_000],
  ])('are taken over from each variable: %s=%s is %s', (name, written, path, value) => {
    expect(loadConfig({ ...complete, [name]: written })).toHaveProperty(path, value);
  });

  it('name a workspace in the address', () => {
    const baseUrl = 'https://{workspace_id}.service.invalid';
    const env = { ...complete, SERVICE_BASE_URL: baseUrl, SERVICE_WORKSPACE_ID: 'ws-1' };
    expect(loadConfig(env).service).toMatchObject({ baseUrl, workspaceId: 'ws-1' });
  });

  it('cannot be changed afterwards, at any depth', () => {
    const config = loadConfig({ ...complete, SERVICE_MODEL_ALIASES: 'a=b' });
    for (const group of [config, config.service, config.video, config.service.modelAliases]) {
      expect(Object.isFrozen(group)).toBe(true);
    }
  });
});

describe('settings that are not right', () => {
  it('are all named at once', () => {
    expect(problemsOf({ LOG_LEVEL: 'loud', SERVICE_TIMEOUT_MS: 'soon' })).toEqual([
      expect.stringMatching(/^DISCORD_TOKEN is missing/),
      expect.stringMatching(/^SERVICE_API_KEY is missing/),
      expect.stringMatching(/^SERVICE_TIMEOUT_MS must be a whole number/),
      expect.stringMatching(/^LOG_LEVEL must be one of/),
      expect.stringMatching(/^SERVICE_BASE_URL is missing/),
    ]);
  });

  it('of all groups are named in one go, each once', () => {
    const problems = problemsOf(
      {
        SERVICE_REGION: 'mars',
        SERVICE_BASE_URL: 'here',
        SERVICE_API_KEY: 'key-of-the-service',
        SPEECH_VOICES: 'no-voices.json',
        SPEECH_LONGEST_TEXT: 'much',
        GUILD_ALLOW: '30000000000000001',
        DISCORD_GUILD_ID: '30000000000000002',
        KNOWLEDGE_URL: 'there',
        KNOWLEDGE_BASES: 'no-bases.json',
      },
      (path) => {
        throw Object.assign(new Error(path), { code: 'ENOENT' });
      },
    );
    const named = problems.map((problem) => problem.split(/[ :]/)[0]);
    expect(named.toSorted()).toEqual([
      'DISCORD_GUILD_ID',
      'DISCORD_TOKEN',
      'KNOWLEDGE_ACCESS_KEY_ID',
      'KNOWLEDGE_ACCESS_KEY_SECRET',
      'KNOWLEDGE_BASES',
      'KNOWLEDGE_URL',
      'SERVICE_BASE_URL',
      'SERVICE_REGION',
      'SPEECH_LONGEST_TEXT',
      'SPEECH_VOICES',
    ]);
  });

  it('of the knowledge bases are all named, too, when the one that switches them on is wrong', () => {
    expect(problemsOf({ ...complete, KNOWLEDGE_URL: 'ftp://there' })).toEqual([
      expect.stringMatching(/^KNOWLEDGE_URL must be/),
      expect.stringMatching(/^KNOWLEDGE_BASES is missing/),
      expect.stringMatching(/^KNOWLEDGE_ACCESS_KEY_ID is missing/),
      expect.stringMatching(/^KNOWLEDGE_ACCESS_KEY_SECRET is missing/),
    ]);
  });

  it('come with the names that are probably typos', () => {
    const { SERVICE_BASE_URL: address, ...rest } = complete;
    expect(problemsOf({ ...rest, SERVICE_BASEURL: address })).toEqual([
      expect.stringMatching(/^SERVICE_BASE_URL is missing/),
      "SERVICE_BASEURL isn't a setting. Did you mean SERVICE_BASE_URL?",
    ]);
  });

  it('count as missing when they are empty', () => {
    expect(problemOf({ ...complete, DISCORD_TOKEN: '  ' })).toMatch(/^DISCORD_TOKEN is missing/);
    expect(loadConfig({ ...complete, DISCORD_GUILD_ID: '', LOG_LEVEL: '' })).toMatchObject({
      logLevel: 'info',
    });
  });

  it('the servers that the bot works for are a list, which has the one that commands are registered in', () => {
    const allowed = { ...complete, GUILD_ALLOW: '400000000000000001, 400000000000000002' };
    expect(loadConfig(allowed).discord.allowedGuildIds).toEqual(['400000000000000001', '400000000000000002']);
    expect(loadConfig(complete).discord.allowedGuildIds).toBeUndefined();
    expect(problemsOf({ ...allowed, DISCORD_GUILD_ID: '400000000000000002' })).toEqual([]);
    expect(problemOf({ ...allowed, DISCORD_GUILD_ID: '400000000000000003' })).toBe(
      "DISCORD_GUILD_ID names a server that GUILD_ALLOW doesn't have",
    );
  });

  it.each([
    ['2/8', [2]],
    ['0-3/8', [0, 1, 2, 3]],
    ['0-7/8', [0, 1, 2, 3, 4, 5, 6, 7]],
  ])('the shards of one process are a range of how many: %s', (value, ids) => {
    const { discord } = loadConfig({ ...complete, SHARDS: value, STORE_URL: 'postgres://emcee:pw@db/emcee' });
    expect(discord.shards).toEqual({ ids, count: 8 });
  });

  it.each(['8/8', '3-2/8', '0-8/8', '0', '-1/8', '0-3', '0,1/8', '1/0', '0/10001', 'all'])(
    'other shards are refused: %s',
    (value) => {
      expect(problemOf({ ...complete, SHARDS: value })).toBe(
        'SHARDS must be auto, or the first and the last shard of how many, such as 0-3/8',
      );
    },
  );

  it('some of the shards need a store that others see, and all of them do not', () => {
    expect(problemOf({ ...complete, SHARDS: '0-2/4' })).toBe(
      'SHARDS names only some shards, which needs STORE_URL: the processes with the others must see the same records, and a file is for one process',
    );
    expect(problemsOf({ ...complete, SHARDS: '0-3/4' })).toEqual([]);
  });

  it('a part of a bot needs a store that the others see, and a worker holds no shards', () => {
    for (const role of ['gateway', 'worker'])
      expect(problemOf({ ...complete, ROLE: role })).toBe(
        `ROLE=${role} needs STORE_URL: gateway processes and workers share their records, and a file is for one process`,
      );
    const shared = { ...complete, STORE_URL: 'postgres://localhost/emcee', SHARDS: '0-1/4' };
    expect(loadConfig({ ...shared, ROLE: 'worker' }).discord.shards).toBe('auto');
    expect(loadConfig({ ...shared, ROLE: 'gateway' })).toMatchObject({
      role: 'gateway',
      discord: { shards: { ids: [0, 1], count: 4 } },
    });
    expect(loadConfig(complete).role).toBe('all');
  });

  it.each(['12abc', '1e4', '-5000', '5000.0', '0x1388', '４', '4999', '600001'])(
    'whole numbers are strict: %s',
    (value) => {
      expect(problemOf({ ...complete, VIDEO_POLL_INTERVAL_MS: value })).toBe(
        'VIDEO_POLL_INTERVAL_MS must be a whole number from 5000 to 600000',
      );
    },
  );

  it.each([
    ['VIDEO_POLLS_PER_SECOND', '21'],
    ['VIDEO_POLLS_PER_SECOND', '0'],
    ['VIDEO_DEADLINE_HOURS', '25'],
    ['VIDEO_MAX_DOWNLOAD_MB', '0'],
    ['DISCORD_GUILD_ID', 'my server'],
    ['GUILD_ALLOW', '400000000000000001;400000000000000002'],
    ['GUILD_ALLOW', '400000000000000001,'],
    ['KEEP_DAYS', '0'],
    ['VIDEO_SECONDS_PER_BOT_PER_DAY', '-1'],
    ['DISCORD_API_URL', 'discord.invalid/api'],
    ['SERVICE_BASE_URL', 'ftp://service.invalid'],
    ['SERVICE_SOCKET_URL', 'https://service.invalid'],
    ['DISCORD_MESSAGE_CONTENT', 'yes'],
    ['SPEECH_MODEL', 'tts-v1'],
    ['SPEECH_FORMAT', 'mp3'],
    ['VOICE_ALONE_SECONDS', '0'],
    ['VOICE_PREBUFFER_MS', '2001'],
    ['SERVICE_FILE_HOSTS', 'http://storage.lan'],
    ['SERVICE_FILE_HOSTS', 'storage.lan,,other.lan'],
    ['SERVICE_FILE_HOSTS', 'user:word@storage.lan'],
    ['SERVICE_FILE_HOSTS', 'storage.lan:99999'],
    ['SERVICE_REGION', 'mars'],
    ['SERVICE_MODEL_ALIASES', 'gen2.7-t2v'],
    ['SERVICE_MODEL_ALIASES', 'a=b,'],
    ['SERVICE_HEADER_PREFIX', 'X Service'],
    ['SERVICE_WORKSPACE_ID', 'a/b'],
  ])('%s=%s is refused under its name', (name, value) => {
    expect(problemOf({ ...complete, [name]: value })).toMatch(new RegExp(`^${name} must be`));
  });

  it('never show a secret', () => {
    const problems = problemsOf({ DISCORD_TOKEN: 'very secret', SERVICE_API_KEY: 'also secret' });
    expect(problems).toHaveLength(3);
    expect(new ConfigError(problems).message).not.toContain('secret"');
    expect(problems.join()).not.toMatch(/very|also/);
  });

  it('name the workspace that an address needs', () => {
    expect(problemOf({ ...complete, SERVICE_BASE_URL: 'https://{workspace_id}.service.invalid' })).toMatch(
      /^SERVICE_WORKSPACE_ID is missing/,
    );
  });
});

describe('a list of voices', () => {
  const voices = (content: unknown, env: Environment = {}) =>
    loadConfig({ ...complete, SPEECH_VOICES: 'voices.json', ...env }, () => JSON.stringify(content)).speech;

  it('is read from the file that is named', () => {
    const { voices: list } = voices({ voices: [{ name: 'harbor', models: ['tts-v3-flash'] }] });
    expect(list).toMatchObject([{ name: 'harbor', kind: 'system', wordTimestamps: false, instructions: [] }]);
  });

  it('gives the voice of those who chose none, where the operator names no other', () => {
    const file = JSON.stringify({
      voices: [
        { name: 'other', kind: 'system', models: ['tts-v2'] },
        { name: 'harbor', kind: 'system', models: ['tts-v3-flash'] },
      ],
    });
    const { speech } = loadConfig({ ...complete, SPEECH_VOICES: 'voices.json' }, () => file);
    expect(speech.voice).toBe('harbor');
  });

  it('must contain the voice that is the default', () => {
    const content = { voices: [{ name: 'harbor', models: ['tts-v3-flash'] }] };
    expect(() => voices(content, { SPEECH_VOICE: 'meadow' })).toThrow(/SPEECH_VOICE names a voice/);
    expect(voices(content, { SPEECH_VOICE: 'harbor' }).voice).toBe('harbor');
  });

  it('says which entry is wrong, and where', () => {
    const content = { voices: [{ name: 'harbor', models: ['tts-v9'] }] };
    expect(() => voices(content)).toThrow(/SPEECH_VOICES: in voices.json, "voices.0.models.0"/);
  });
});

describe('a provider profile', () => {
  const { SERVICE_BASE_URL: _, ...withoutBase } = complete;
  const profile = (content: unknown) => () => JSON.stringify(content);
  const full = {
    bases: { singapore: 'https://sg.invalid', frankfurt: 'https://{workspace_id}.fra.invalid' },
    headerPrefix: 'X-Profile-',
    models: { 'gen2.7-t2v': 'profile2.7', 'gen2.6-t2v': 'profile2.6' },
  };

  it('gives the address of the region, the prefix and the names', () => {
    expect(loadConfig({ ...withoutBase, SERVICE_PROFILE: 'p.json' }, profile(full)).service).toMatchObject({
      baseUrl: 'https://sg.invalid',
      headerPrefix: 'X-Profile-',
      modelAliases: full.models,
    });
  });

  it('yields to the variables', () => {
    const env = {
      ...complete,
      SERVICE_PROFILE: 'p.json',
      SERVICE_HEADER_PREFIX: 'X-Own-',
      SERVICE_MODEL_ALIASES: 'gen2.7-t2v=own2.7',
    };
    expect(loadConfig(env, profile(full)).service).toMatchObject({
      baseUrl: 'https://service.invalid',
      headerPrefix: 'X-Own-',
      modelAliases: { 'gen2.7-t2v': 'own2.7', 'gen2.6-t2v': 'profile2.6' },
    });
  });

  it.each([
    ['hotWordsField', { ...full, hotWordsField: 'asr.hot_words' }, {}, 'asr.hot_words'],
    ['the variable', { ...full, hotWordsField: 'asr.hot_words' }, { SERVICE_HOT_WORDS_FIELD: 'own' }, 'own'],
    ['neither', full, {}, undefined],
  ])('names the field for hot words by %s', (_, content, more, field) => {
    const env = { ...complete, ...more, SERVICE_PROFILE: 'p.json' };
    expect(loadConfig(env, profile(content)).service.hotWordsField).toBe(field);
  });

  it.each(['a..b', 'a b', '__proto__', 'a.b.c.d.e', 'translation.language', 'modalities.words'])(
    "can't have hot words at %s",
    (field) => {
      expect(problemOf({ ...complete, SERVICE_HOT_WORDS_FIELD: field })).toMatch(
        /^SERVICE_HOT_WORDS_FIELD (must|can't) be/,
      );
    },
  );

  it('without an address for the region is not enough', () => {
    const env = { ...withoutBase, SERVICE_PROFILE: 'p.json', SERVICE_REGION: 'beijing' };
    expect(problemOf(env, profile(full))).toMatch(/SERVICE_BASE_URL.*beijing.*SERVICE_PROFILE/);
  });

  it.each([
    ['no JSON', () => '{', 'not valid JSON'],
    ['an unknown region', profile({ bases: { mars: 'https://m.invalid' } }), 'mars'],
    [
      'an address that is none',
      profile({ bases: { singapore: 'sg' } }),
      '"bases.singapore" must be an address',
    ],
    ['an unknown field', profile({ header: 'X-' }), 'header'],
  ])('with %s is one problem that names the file', (_, readFile, problem) => {
    const problems = problemsOf({ ...complete, SERVICE_PROFILE: 'p.json' }, readFile);
    expect(problems).toEqual([expect.stringMatching(/^SERVICE_PROFILE: in p\.json, /)]);
    expect(problems[0]).toContain(problem);
  });

  it('that is not there is one problem that names the file', () => {
    expect(problemOf({ ...withoutBase, SERVICE_PROFILE: 'no/such/file.json' })).toBe(
      "SERVICE_PROFILE: can't read the file no/such/file.json (ENOENT)",
    );
  });
});

describe('what decides whether a side is real', () => {
  it('is the token and the key', () => {
    expect(missingSettings({})).toEqual(['DISCORD_TOKEN', 'SERVICE_API_KEY']);
    expect(missingSettings({ DISCORD_TOKEN: 'a', SERVICE_API_KEY: ' ' })).toEqual(['SERVICE_API_KEY']);
    expect(missingSettings({ DISCORD_TOKEN: 'a', SERVICE_API_KEY: 'b' })).toEqual([]);
    expect(missingSettings({ DISCORD_TOKEN_FILE: 'a', SERVICE_API_KEY_FILE: '' })).toEqual([
      'SERVICE_API_KEY',
    ]);
  });
});

describe('.env.example', () => {
  const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const named = [...text.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name ?? '');
  const folder = new URL('../../../src/config/', import.meta.url);
  const read = readdirSync(folder).flatMap((file) => [
    ...readFileSync(new URL(file, folder), 'utf8').matchAll(/^ {2}([A-Z_]+): /gm),
  ]);

  it('names every variable once, the required ones first, each under a comment', () => {
    expect(new Set(named).size).toBe(named.length);
    expect(named.slice(0, 3)).toEqual(['DISCORD_TOKEN', 'SERVICE_API_KEY', 'SERVICE_BASE_URL']);
    const product = named.filter((name) => !name.startsWith('SANDBOX_'));
    expect(product.toSorted()).toEqual(read.map(([, name]) => name ?? '').toSorted());
  });

  it('shows defaults that are the defaults', () => {
    const shown = Object.fromEntries(
      [...text.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(loadConfig({ ...shown, ...complete })).toEqual(loadConfig(complete));
  });
});

it.each([
  [undefined, undefined],
  ['zh_CN.UTF-8', 'zh-CN.UTF-8'],
  ['C', 'C'],
])("the language of the bot's owner is the machine's: %s", (LANG, locale) => {
  expect(loadConfig({ ...complete, LANG }).operations.locale).toBe(locale);
});

describe('where questions about health are answered', () => {
  it.each([
    ['off', undefined],
    ['0.0.0.0:9000', { host: '0.0.0.0', port: 9_000 }],
    ['[::1]:9464', { host: '::1', port: 9_464 }],
  ])('%s', (written, health) => {
    expect(loadConfig({ ...complete, HEALTH_LISTEN: written }).operations.health).toEqual(health);
  });

  it.each(['9464', 'here', '127.0.0.1:99999', ':1'])('is not %s', (written) => {
    expect(problemOf({ ...complete, HEALTH_LISTEN: written })).toMatch(
      /^HEALTH_LISTEN must be off, or an address and a port/,
    );
  });
});

describe('the way out', () => {
  const proxyOf = (set: Environment) => loadConfig({ ...complete, ...set }).operations.proxy;

  it('is direct unless a proxy is named, in capitals or as other programs write it', () => {
    expect(proxyOf({ NO_PROXY: 'a.lan' })).toBeUndefined();
    expect(proxyOf({ HTTPS_PROXY: 'http://proxy.lan:3128', NO_PROXY: 'a.lan, .b.lan 10.0.0.0/8,' })).toEqual({
      url: 'http://proxy.lan:3128',
      except: ['a.lan', '.b.lan', '10.0.0.0/8'],
    });
    expect(proxyOf({ https_proxy: 'http://small.lan', no_proxy: '*' })).toEqual({
      url: 'http://small.lan',
      except: ['*'],
    });
    expect(proxyOf({ https_proxy: 'http://small.lan', HTTPS_PROXY: 'http://capitals.lan' })?.url).toBe(
      'http://capitals.lan',
    );
  });

  it.each(['proxy.lan:3128', 'socks5://proxy.lan', 'http://proxy.lan/path', 'http://user:secret@'])(
    '%s is no proxy, and is not shown',
    (written) => {
      const problems = problemsOf({ ...complete, HTTPS_PROXY: written });
      expect(problems).toEqual([expect.stringContaining('HTTPS_PROXY must be an address')]);
      expect(problems.join()).not.toContain('secret');
    },
  );
});

describe('where the store is', () => {
  it.each([
    'postgres://emcee:p%40ss@db:5432/emcee',
    'postgresql:///emcee?host=/run/postgresql',
    'postgres://db/emcee?schema=of_tests',
  ])('is %s', (STORE_URL) => {
    expect(loadConfig({ ...complete, STORE_URL }).storeUrl).toBe(STORE_URL);
  });

  it.each([
    'mysql://emcee:hidden@db/emcee',
    'postgres://emcee:hidden@db',
    'emcee:hidden',
    'postgres://emcee:hidden@db/emcee?schema=Drop;',
  ])('is not %s, and the problem does not show it', (STORE_URL) => {
    expect(problemOf({ ...complete, STORE_URL })).toMatch(
      /^STORE_URL must be an address such as postgres:\/\/USER:PASSWORD@HOST/,
    );
  });
});
