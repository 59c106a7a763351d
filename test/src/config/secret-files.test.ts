import { expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import type { Environment } from '../../../src/config/environment.ts';
import { problemOf, problemsOf } from '../../support/config-problems.ts';

const files: Readonly<Record<string, string>> = {
  '/run/secrets/token': 'token-of-the-bot\n',
  '/run/secrets/key': 'key-of-the-service',
  '/run/secrets/empty': ' \n',
  'bases.json': JSON.stringify({
    bases: [{ id: 'a', name: 'A', indexId: 'i1', workspaceId: 'w1', guilds: ['400000000000000001'] }],
  }),
  id: 'id\n',
  secret: 'secret\n',
  sts: 'sts\n',
};
const readFile = (path: string) => {
  const text = files[path];
  if (text === undefined) throw Object.assign(new Error(path), { code: 'ENOENT' });
  return text;
};
const inFiles: Environment = {
  DISCORD_TOKEN_FILE: '/run/secrets/token',
  SERVICE_API_KEY_FILE: '/run/secrets/key',
  SERVICE_BASE_URL: 'https://service.invalid',
};

it('a secret can stand in a file, with a line end behind it', () => {
  const { discord, service } = loadConfig(inFiles, readFile);
  expect([discord.token, service.apiKey]).toEqual(['token-of-the-bot', 'key-of-the-service']);
});

it('so can those of the knowledge bases', () => {
  const env = {
    ...inFiles,
    KNOWLEDGE_URL: 'https://knowledge.invalid',
    KNOWLEDGE_BASES: 'bases.json',
    KNOWLEDGE_ACCESS_KEY_ID_FILE: 'id',
    KNOWLEDGE_ACCESS_KEY_SECRET_FILE: 'secret',
    KNOWLEDGE_SECURITY_TOKEN_FILE: 'sts',
  };
  expect(loadConfig(env, readFile).knowledge?.service.signing).toEqual({
    scheme: 'acs3',
    accessKeyId: 'id',
    accessKeySecret: 'secret',
    securityToken: 'sts',
  });
});

it('a file that cannot be used is one problem under its own name, and never shows what is in it', () => {
  const env = {
    ...inFiles,
    DISCORD_TOKEN_FILE: '/run/secrets/nobody',
    SERVICE_API_KEY_FILE: '/run/secrets/empty',
  };
  expect(problemsOf(env, readFile)).toEqual([
    "DISCORD_TOKEN_FILE: can't read the file /run/secrets/nobody (ENOENT)",
    'SERVICE_API_KEY_FILE: the file /run/secrets/empty is empty',
  ]);
});

it('both ways at once are a problem, because one of them is probably old', () => {
  expect(problemOf({ ...inFiles, DISCORD_TOKEN: 'another' }, readFile)).toBe(
    'DISCORD_TOKEN_FILE and DISCORD_TOKEN are both set: keep one of them',
  );
});

it('only secrets have files: any other setting with that ending is one that does nothing', () => {
  expect(problemsOf({ ...inFiles, LOG_LEVEL: 'loud', SERVICE_BASE_URL_FILE: 'x' }, readFile)).toEqual([
    expect.stringMatching(/^LOG_LEVEL must be/),
    expect.stringMatching(/^SERVICE_BASE_URL_FILE isn't a setting/),
  ]);
});
