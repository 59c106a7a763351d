import { expect, it } from 'vitest';
import { addresses, welcome } from '../../../sandbox/launch/announcements.ts';
import { botEnvironment } from '../../../sandbox/launch/bot-environment.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { switchedOff } from '../../../src/config/switched-off.ts';

const standIns = {
  discord: { apiUrl: 'http://127.0.0.1:4401/api', botToken: 'bot-token', trustPath: '/tmp/voice.pem' },
  service: {
    baseUrl: 'http://127.0.0.1:4402',
    apiKey: 'service-key',
    voicesPath: '/x/voices.json',
    voice: 'harbor',
    knowledge: { basesPath: '/x/bases.json', accessKeyId: 'id', accessKeySecret: 'secret' },
  },
};
const pageUrl = 'http://127.0.0.1:4400';
const settingsIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(\S+)$/gm)].map(([, name = '', value]) => [name, value]));

it('npm run sandbox prints every line that a bot needs, so that nothing is switched off', () => {
  const printed = settingsIn(addresses(pageUrl, standIns));
  const readFile = (path: string) =>
    JSON.stringify(
      path.includes('voices')
        ? { voices: [{ name: 'harbor', kind: 'system', models: ['tts-v3-flash'] }] }
        : { bases: [{ id: 'h', name: 'H', workspaceId: 'w', indexId: 'i', guilds: 'all' }] },
    );
  expect(switchedOff(loadConfig(printed, readFile))).toEqual([]);
});

it('npm run sandbox and npm start tell the bot the same of the stand-ins', () => {
  const printed = settingsIn(addresses(pageUrl, standIns));
  const given = Object.entries(botEnvironment({}, standIns)).filter(
    ([name, value]) => value && !['DATA_DIR', 'NODE_EXTRA_CA_CERTS'].includes(name),
  );
  expect(printed).toEqual(Object.fromEntries(given));
});

it('the welcome says how to make a video, hear a text and hold a conversation, without a microphone, too', () => {
  const shown = welcome({ pageUrl, service: { baseUrl: 'http://127.0.0.1:4402' } }, '/x/emcee.log');
  for (const said of [
    '/video text',
    '/speak say',
    '/converse start',
    'Join',
    'Say it for me',
    '/x/emcee.log',
  ])
    expect(shown).toContain(said);
  expect(shown.match(/https?:\/\//g)).toHaveLength(1);
});
