import { expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { switchedOff } from '../../../src/config/switched-off.ts';
import { Dispatcher } from '../../../src/discord/dispatcher.ts';
import { withoutNotSetUp } from '../../../src/discord/not-set-up.ts';
import { registerCommands } from '../../../src/discord/registration.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { demoCommand, demoLanguages, demoMenuCommand } from '../../support/demo-commands.ts';
import { FakeInteraction } from '../../support/fake-interaction.ts';
import { recordingLog, silentLog } from '../../support/fake-log.ts';

const needed = { DISCORD_TOKEN: 't', SERVICE_API_KEY: 'k', SERVICE_BASE_URL: 'https://service.invalid' };
const bases = JSON.stringify({
  bases: [
    { id: 'handbook', name: 'Handbook', workspaceId: 'ws', indexId: 'i', guilds: ['100000000000000001'] },
  ],
});
const knowledge = {
  KNOWLEDGE_URL: 'https://kb.invalid',
  KNOWLEDGE_BASES: 'bases.json',
  KNOWLEDGE_SIGNER: 'none',
};

const voice = { SPEECH_VOICE: 'harbor' };
const written = { ...voice, DISCORD_MESSAGE_CONTENT: 'on' };

const offWith = (env: Record<string, string>) =>
  switchedOff(loadConfig({ ...needed, ...env }, () => bases)).flatMap(({ commands }) => commands);

it.each<[string, Record<string, string>, string[]]>([
  ['the three of the README', {}, ['speak', 'Speak this', 'converse say', 'interpret channel', 'knowledge']],
  ['a voice', voice, ['speak channel', 'interpret channel', 'knowledge']],
  ['a voice and what people write', written, ['knowledge']],
  ['bases without contents', { ...written, ...knowledge }, ['knowledge ask', 'knowledge gaps']],
  ['everything', { ...written, ...knowledge, KNOWLEDGE_RETRIEVAL: 'on' }, []],
])('what cannot work with %s is known', (_, env, off) => {
  expect(offWith(env)).toEqual(off);
});

const settings = ['DEMO_KEY'];
const surface = withoutNotSetUp(
  {
    commands: [
      demoCommand({ path: ['group', 'one'] }),
      demoCommand({ path: ['group', 'two'] }),
      demoCommand({ path: ['demo'] }),
    ],
    messageCommands: [demoMenuCommand()],
    buttons: [{ feature: 'demo', action: 'go', acknowledge: 'update', run: async () => {} }],
    modals: [],
  },
  [{ commands: ['group two', 'demo', 'Show this message'], settings }],
);

it('a command that cannot work is not registered; its siblings are', async () => {
  const written: unknown[] = [];
  await registerCommands({
    rest: {
      get: async () => [],
      put: async (_, options) => void written.push(options?.body),
      delete: async () => undefined,
    },
    applicationId: '1',
    commands: surface.commands,
    messageCommands: surface.messageCommands ?? [],
    languages: demoLanguages,
    log: silentLog,
  });
  expect(written).toMatchObject([[{ name: 'group', options: [{ name: 'one' }] }]]);
  expect(JSON.stringify(written)).not.toMatch(/"two"|"demo"|Show this/);
});

it.each([
  ['a command', new FakeInteraction({ commandName: 'demo' })],
  ['a subcommand', new FakeInteraction({ commandName: 'group', subcommand: 'two' })],
  ['a message command', new FakeInteraction({ kind: 'message-command', commandName: 'Show this message' })],
  ['a button', new FakeInteraction({ kind: 'button', customId: 'demo:go:1' })],
])(
  "who still has %s of it is told that it is the owner's turn, and the log says which setting",
  async (_, asked) => {
    const { log, lines } = recordingLog();
    const dispatcher = new Dispatcher({ features: [surface], wordsFor, log, now: () => 0 });
    await dispatcher.handle(asked.real);
    expect(asked.said).toMatchObject([{ how: 'reply', isPrivate: true }]);
    expect(asked.said[0]?.content).toMatch(/isn't set up.*owner/);
    expect(asked.said[0]?.content).not.toContain('DEMO_KEY');
    expect(lines).toContainEqual(
      expect.objectContaining({ refusal: 'not-set-up', settings, call: expect.any(String) }),
    );
  },
);
