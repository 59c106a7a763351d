import { describe, expect, it } from 'vitest';
import type {
  ButtonRoute,
  ChatCommand,
  FeatureSurface,
  ModalRoute,
  SelectRoute,
} from '../../../src/discord/command.ts';
import { Dispatcher, type DispatcherOptions } from '../../../src/discord/dispatcher.ts';
import { botMay } from '../../../src/discord/guards.ts';
import type { EdgeWords } from '../../../src/discord/words/index.ts';
import type { Clock } from '../../../src/operations/clock.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { demoMenuCommand } from '../../support/demo-commands.ts';
import { discordError } from '../../support/discord-errors.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { FakeInteraction, type FakeInteractionOptions } from '../../support/fake-interaction.ts';
import { silentLog } from '../../support/fake-log.ts';

const command = (over: Partial<ChatCommand> = {}): ChatCommand => ({
  path: ['video', 'text'],
  options: [],
  reply: 'public',
  run: async () => {},
  ...over,
});
const button = (over: Partial<ButtonRoute> = {}): ButtonRoute => ({
  feature: 'video',
  action: 'again',
  acknowledge: 'update',
  run: async () => {},
  ...over,
});
const select = (over: Partial<SelectRoute> = {}): SelectRoute => ({
  feature: 'video',
  action: 'pick',
  acknowledge: 'update',
  run: async () => {},
  ...over,
});
const modal = (over: Partial<ModalRoute> = {}): ModalRoute => ({
  feature: 'video',
  action: 'edit',
  reply: 'private',
  run: async () => {},
  ...over,
});

function dispatcherOf(
  surface: Partial<FeatureSurface>,
  clock: Clock = new FakeClock(),
  gate: DispatcherOptions<EdgeWords>['gate'] = async () => {},
): Dispatcher {
  return new Dispatcher({
    clock,
    gate,
    features: [{ commands: [], buttons: [], modals: [], ...surface }],
    wordsFor,
    log: silentLog,
    now: () => 0,
    newReference: () => 'ACDE-3467',
  });
}

const handled = async (surface: Partial<FeatureSurface>, interaction: FakeInteraction) => {
  await dispatcherOf(surface).handle(interaction.real);
  return interaction.said;
};
/** What runs it is noted. */
const noting = () => {
  const ran: string[] = [];
  return { ran, run: async () => void ran.push('ran') };
};
const refusing = async () => Promise.reject(new Refusal({ code: 'not-yours', anyOf: ['ManageMessages'] }));
const privateReply = (words: string) => [
  { how: 'reply', isPrivate: true, content: expect.stringContaining(words) },
];

const invocation = (over = {}) => new FakeInteraction({ subcommand: 'text', ...over });
const acknowledged = ({ how, isPrivate }: FakeInteraction['said'][number]) =>
  how === 'deferReply' ? `${how} ${isPrivate ? 'in private' : 'for everybody'}` : how;
const how = (interaction: FakeInteraction) => interaction.said.map((said) => said.how);

describe('a command', () => {
  it('is deferred as it says, and then run', async () => {
    for (const reply of ['public', 'private'] as const) {
      const interaction = invocation();
      const run = async () => await interaction.editReply({ content: 'ran' });
      const said = await handled({ commands: [command({ reply, run })] }, interaction);
      expect(said).toMatchObject([{ how: 'deferReply', isPrivate: reply === 'private' }, { content: 'ran' }]);
    }
  });

  it('is not deferred where it opens a modal', async () => {
    for (const opens of [true, false]) {
      const interaction = invocation();
      await dispatcherOf({ commands: [command({ opensModal: () => opens })] }).handle(interaction.real);
      expect(how(interaction)).toEqual(opens ? [] : ['deferReply']);
    }
  });

  it('is deferred before anything is waited for, also when a guard needs time', async () => {
    const never = new Promise<void>(() => {});
    const interaction = invocation();
    const slow = command({ guards: [{ name: 'slow', check: () => never }] });
    void dispatcherOf({ commands: [slow] }).handle(interaction.real);
    expect(how(interaction)).toEqual(['deferReply']);
  });

  it('is refused privately by a guard, without a deferral and without being run', async () => {
    const interaction = invocation({ botMay: ['ViewChannel'] });
    const run = async () => Promise.reject(new Error('must not run'));
    const guarded = command({ guards: [botMay('AttachFiles')], run });
    expect(await handled({ commands: [guarded] }, interaction)).toMatchObject(privateReply('Attach Files'));
  });

  it('is not run when a slow guard refuses after the deferral', async () => {
    const { ran, run } = noting();
    const interaction = invocation();
    const guards = [{ name: 'slow', check: refusing }];
    await handled({ commands: [command({ guards, run })] }, interaction);
    expect(ran).toEqual([]);
    expect(how(interaction)).toEqual(['deferReply', 'deleteReply', 'followUp']);
  });

  it.each([10062, 40060])('is not run when Discord did not take the deferral (error %i)', async (code) => {
    const { ran, run } = noting();
    const interaction = invocation({ failures: { deferReply: discordError(code, 404) } });
    expect(await handled({ commands: [command({ run })] }, interaction)).toEqual([]);
    expect(ran).toEqual([]);
  });

  it('that fails ends in words with the reference', async () => {
    const run = async () => Promise.reject(new Error('boom'));
    const said = await handled({ commands: [command({ run })] }, invocation());
    expect(said.at(-1)).toMatchObject({
      how: 'followUp',
      isPrivate: true,
      content: expect.stringContaining('ACDE-3467'),
    });
  });

  it('is given words in the language of the person and in that of the server', async () => {
    const seen: string[] = [];
    const run: ChatCommand['run'] = async ({ words, publicWords }) => {
      seen.push(words.locale, publicWords.locale);
    };
    const interaction = invocation({ locale: 'zh-CN', guildLocale: 'en-US' });
    await handled({ commands: [command({ run })] }, interaction);
    expect(seen).toEqual(['zh-CN', 'en-US']);
  });

  it('that nobody offers any more is answered', async () => {
    const said = await handled({ commands: [command()] }, invocation({ commandName: 'old' }));
    expect(said).toMatchObject(privateReply('has been removed'));
  });

  it('outside a server is answered', async () => {
    const said = await handled({ commands: [command()] }, invocation({ inGuild: false }));
    expect(said[0]?.content).toContain('only works in a server');
  });
});

describe('a message command', () => {
  const invoke = (over = {}) =>
    new FakeInteraction({ kind: 'message-command', commandName: 'Show this message', ...over });

  it.each([
    ['public', [{ how: 'deferReply', isPrivate: false }]],
    ['private', [{ how: 'deferReply', isPrivate: true }]],
    ['modal', []],
  ] as const)('with "%s" is acknowledged so, and then run', async (reply, expected) => {
    const { ran, run } = noting();
    const said = await handled({ messageCommands: [demoMenuCommand({ reply, run })] }, invoke());
    expect(said).toMatchObject(expected);
    expect(ran).toEqual(['ran']);
  });

  it('is refused privately by a guard, without being run', async () => {
    const run = async () => Promise.reject(new Error('must not run'));
    const command = demoMenuCommand({ guards: [botMay('AttachFiles')], run });
    const said = await handled({ messageCommands: [command] }, invoke({ botMay: [] }));
    expect(said).toMatchObject(privateReply('Attach Files'));
  });

  it('that was to open a modal and fails is told by a private answer', async () => {
    const run = async () => Promise.reject(new Refusal({ code: 'prompt-empty' }));
    const said = await handled({ messageCommands: [demoMenuCommand({ reply: 'modal', run })] }, invoke());
    expect(said).toMatchObject([{ how: 'reply', isPrivate: true }]);
  });

  it('that nobody offers any more is answered, also when a slash command has its name', async () => {
    const slash = command({ path: ['demo'] });
    const said = await handled({ commands: [slash] }, invoke({ commandName: 'demo' }));
    expect(said).toMatchObject(privateReply('has been removed'));
  });
});

describe('a delivery', () => {
  it('that comes twice is run once', async () => {
    const { ran, run } = noting();
    const dispatcher = dispatcherOf({ commands: [command({ run })] });
    const second = invocation();
    await Promise.all([dispatcher.handle(invocation().real), dispatcher.handle(second.real)]);
    expect(ran).toEqual(['ran']);
    expect(second.said).toEqual([]);
  });
});

describe('a control', () => {
  it.each([
    ['update', ['deferUpdate']],
    ['public', ['deferReply for everybody']],
    ['private', ['deferReply in private']],
    ['none', []],
  ] as const)('with "%s" is acknowledged so, and finds its id', async (acknowledge, expected) => {
    const ids: string[] = [];
    const run = async ({ id }: { readonly id: string }) => void ids.push(id);
    const dispatcher = dispatcherOf({
      buttons: [button({ acknowledge, run })],
      selects: [select({ acknowledge, run })],
    });
    const pressed = new FakeInteraction({ id: '1', kind: 'button', customId: 'video:again:job-1' });
    const picked = new FakeInteraction({ id: '2', kind: 'select', customId: 'video:pick:job-2' });
    for (const interaction of [pressed, picked]) {
      await dispatcher.handle(interaction.real);
      expect(interaction.said.map(acknowledged)).toEqual(expected);
    }
    expect(ids).toEqual(['job-1', 'job-2']);
  });

  it('menu is given what was chosen', async () => {
    const chosen: unknown[] = [];
    const run: SelectRoute['run'] = async ({ values }) => void chosen.push(...values);
    const picked = { kind: 'select', customId: 'video:pick:1', values: ['b', 'a'] } as const;
    await handled({ selects: [select({ run })] }, new FakeInteraction(picked));
    expect(chosen).toEqual(['b', 'a']);
  });

  it.each(['job-1', '3:4/5?=~!'])(
    'modal is deferred as it says, and finds the whole of its id: %s',
    async (id) => {
      const ids: string[] = [];
      const interaction = new FakeInteraction({ kind: 'modal', customId: `video:edit:${id}` });
      const said = await handled(
        { modals: [modal({ run: async (call) => void ids.push(call.id) })] },
        interaction,
      );
      expect(said).toMatchObject([{ how: 'deferReply', isPrivate: true }]);
      expect(ids).toEqual([id]);
    },
  );

  it.each([
    ['button', 'video:gone:1'],
    ['button', 'not ours'],
    ['modal', 'video:again:1'],
    ['select', 'video:again:1'],
  ] as const)('(%s "%s") that nobody knows is said to have expired', async (kind, customId) => {
    const said = await handled({ buttons: [button()] }, new FakeInteraction({ kind, customId }));
    expect(said).toMatchObject(privateReply('has expired'));
  });

  it.each([
    ['button', 'video:again', { buttons: [button({ guards: [botMay('AttachFiles')] })] }],
    ['select', 'video:pick', { selects: [select({ guards: [botMay('AttachFiles')] })] }],
    ['modal', 'video:edit', { modals: [modal({ guards: [botMay('AttachFiles')] })] }],
  ] as const)('(%s) passes its guards, and then the gate by its name', async (kind, name, surface) => {
    const usages: string[] = [];
    const gate = async (_: unknown, usage: string) => void usages.push(usage);
    const dispatcher = dispatcherOf(surface, new FakeClock(), gate);
    const refused = new FakeInteraction({ id: '1', kind, customId: `${name}:1` });
    await dispatcher.handle(refused.real);
    expect(refused.said.at(-1)?.content).toContain('Attach Files');
    expect(usages).toEqual([]);
    await dispatcher.handle(
      new FakeInteraction({ id: '2', kind, customId: `${name}:1`, botMay: ['AttachFiles'] }).real,
    );
    expect(usages).toEqual([`${kind} ${name}`]);
  });

  it('with a failing handler is told by a private follow-up', async () => {
    const interaction = new FakeInteraction({ kind: 'button', customId: 'video:again:1' });
    const said = await handled({ buttons: [button({ run: refusing })] }, interaction);
    expect(said).toMatchObject([{ how: 'deferUpdate' }, { how: 'followUp', isPrivate: true }]);
  });
});

describe('a refusal that names another voice channel', () => {
  const hidden = '300000000000000099';
  const here = '300000000000000001';
  const busy = [
    { code: 'voice-elsewhere' },
    { code: 'call-running-already', kind: 'conversation' },
    { code: 'call-running-already', kind: 'interpreter' },
    { code: 'call-other-running', kind: 'conversation' },
    { code: 'call-other-running', kind: 'interpreter' },
  ] as const;
  const told = async (facts: (typeof busy)[number], channelId: string, over: FakeInteractionOptions) => {
    const interaction = new FakeInteraction({ kind: 'button', customId: 'video:again:1', ...over });
    const run = async () => Promise.reject(new Refusal({ ...facts, channelId }));
    const said = await handled({ buttons: [button({ run })] }, interaction);
    return said.at(-1)?.content ?? '';
  };

  it.each(busy)(
    '($code, $kind) names it to those who see it or are in it, and to nobody else',
    async (facts) => {
      const sees = { youMayHere: ['ViewChannel'] } as const;
      expect(await told(facts, here, sees)).toContain(here);
      expect(await told(facts, hidden, { inVoice: hidden })).toContain(hidden);
      for (const over of [sees, {}, { inGuild: false }]) {
        const said = await told(facts, hidden, over);
        expect(said).not.toContain(hidden);
        expect(said).not.toContain('undefined');
      }
      expect(await told(facts, here, {})).not.toContain(here);
    },
  );
});

describe('autocomplete', () => {
  const ask = (over = {}) =>
    new FakeInteraction({
      kind: 'autocomplete',
      subcommand: 'text',
      focused: { name: 'voice', value: 'ch' },
      ...over,
    });
  const choices = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ value: at, label: `${at}` }));

  it('sends at most 25 choices, with names that fit', async () => {
    const autocomplete = async () => [{ value: 'a', label: 'x'.repeat(150) }, ...choices(40)];
    const said = await handled({ commands: [command({ autocomplete })] }, ask());
    const sent = said[0]?.choices as { name: string }[];
    expect(sent).toHaveLength(25);
    expect(sent[0]?.name).toHaveLength(100);
  });

  it('is told what is being typed', async () => {
    const seen: unknown[] = [];
    const autocomplete: ChatCommand['autocomplete'] = async ({ focused }) => {
      seen.push(focused);
      return [];
    };
    await handled({ commands: [command({ autocomplete })] }, ask({ focused: { name: 'n', value: 4 } }));
    expect(seen).toEqual([{ name: 'n', value: '4' }]);
  });

  it.each([
    ['that fails', command({ autocomplete: async () => Promise.reject(new Error('boom')) })],
    ['that throws at once', command({ autocomplete: () => expect.unreachable('boom') })],
    ['of a command without any', command()],
  ])('%s is an empty list', async (_, failing) => {
    expect(await handled({ commands: [failing] }, ask())).toMatchObject([{ how: 'respond', choices: [] }]);
  });

  it('that comes too late is not thrown', async () => {
    const interaction = ask({ failures: { respond: discordError(10062, 404) } });
    await expect(dispatcherOf({ commands: [command()] }).handle(interaction.real)).resolves.toBeUndefined();
  });
});

describe('closing', () => {
  it('waits for what has begun and refuses what comes after', async () => {
    const gate = Promise.withResolvers<void>();
    const dispatcher = dispatcherOf({ commands: [command({ run: () => gate.promise })] });
    const begun = dispatcher.handle(invocation({ id: '1' }).real);
    let closed = false;
    const closing = dispatcher.close().then(() => {
      closed = true;
    });
    const late = invocation({ id: '2' });
    await dispatcher.handle(late.real);
    expect(late.said).toMatchObject(privateReply('restarting'));
    expect(closed).toBe(false);
    gate.resolve();
    await Promise.all([begun, closing]);
    expect(closed).toBe(true);
  });

  it('gives what hangs a moment, and tells people in the end that the bot restarts', async () => {
    const clock = new FakeClock();
    const dispatcher = dispatcherOf({ commands: [command({ run: () => new Promise(() => {}) })] }, clock);
    const hanging = invocation({ id: '1' });
    const begun = dispatcher.handle(hanging.real);
    const closing = dispatcher.close();
    await clock.advance(1_000);
    await closing;
    expect(JSON.stringify(hanging.said)).not.toContain('restarting');
    await dispatcher.giveUpRunning();
    await begun;
    expect(JSON.stringify(hanging.said)).toContain('restarting');
  });

  it('leaves autocomplete empty', async () => {
    const dispatcher = dispatcherOf({
      commands: [command({ autocomplete: async () => [{ value: 'a', label: 'a' }] })],
    });
    await dispatcher.close();
    const interaction = new FakeInteraction({ kind: 'autocomplete', subcommand: 'text' });
    await dispatcher.handle(interaction.real);
    expect(interaction.said).toMatchObject([{ choices: [] }]);
  });
});

it.each<[string, Partial<FeatureSurface>]>([
  ['video text', { commands: [command(), command()] }],
  ['Show this message', { messageCommands: [demoMenuCommand(), demoMenuCommand()] }],
  ['video:again', { buttons: [button(), button()] }],
  ['video:pick', { selects: [select(), select()] }],
  ['video:edit', { modals: [modal(), modal()] }],
])('two features cannot both offer "%s"', (name, surface) => {
  expect(() => dispatcherOf(surface)).toThrow(`two features offer "${name}"`);
});
