import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settingsWithoutEffect } from '../../../src/config/config.ts';

it.each([
  ['SPEECH_VOCIE', 'SPEECH_VOICE'],
  ['SERVICE_BASEURL', 'SERVICE_BASE_URL'],
  ['KEEP_DAY', 'KEEP_DAYS'],
  ['DICSORD_TOKEN', 'DISCORD_TOKEN'],
  ['DISCORD_BOT_TOKEN', 'DISCORD_TOKEN'],
  ['discord_token', 'DISCORD_TOKEN'],
  ['SANDBOX_PAGE_PROT', 'SANDBOX_PAGE_PORT'],
  ['SERVICE_APIKEY_FILE', 'SERVICE_API_KEY_FILE'],
])('%s is told with what was probably meant: %s', (name, meant) => {
  expect(settingsWithoutEffect({ [name]: 'x' })).toEqual([`${name} isn't a setting. Did you mean ${meant}?`]);
});

it('one that is like none of ours is told, too, when it begins like one', () => {
  expect(settingsWithoutEffect({ VIDEO_WATERMARK_BY_DEFAULT: 'on' })).toEqual([
    "VIDEO_WATERMARK_BY_DEFAULT isn't a setting, so it does nothing",
  ]);
});

it('what other programs set is left alone, and so is what is empty', () => {
  const foreign = {
    PATH: '/bin',
    HOME: '/root',
    NODE_ENV: 'production',
    NODE_OPTIONS: '--trace-warnings',
    NODE_EXTRA_CA_CERTS: 'ca.pem',
    TZ: 'UTC',
    DISCORD_SERVICE_HOST: '10.0.0.1',
    VOICE_PORT_80_TCP_ADDR: '10.0.0.2',
    npm_lifecycle_event: 'start',
    SPEECH_VOCIE: '',
  };
  expect(settingsWithoutEffect(foreign)).toEqual([]);
});

it('every line of .env.example is known', () => {
  const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const named = [...text.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => [name, 'x'] as const);
  expect(named.length).toBeGreaterThan(60);
  expect(settingsWithoutEffect(Object.fromEntries(named))).toEqual([]);
});
