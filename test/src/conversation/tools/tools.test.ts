import { describe, expect, test } from 'vitest';
import type { Actor, Permission } from '../../../../src/authority/actor.ts';
import type { CallAsk } from '../../../../src/conversation/call-ask.ts';
import { CallTools } from '../../../../src/conversation/call-tools.ts';
import type { ToolHands } from '../../../../src/conversation/tools/tool-parts.ts';
import { MessageError } from '../../../../src/discord/messenger.ts';
import type { Order } from '../../../../src/discord/order.ts';
import { Refusal } from '../../../../src/refusal/refusal.ts';
import {
  actorOf,
  ada,
  ben,
  ConversationWorld,
  callRequest,
  guildId,
  textChannel,
  voiceChannel,
} from '../../../support/conversation-world.ts';
import { FakeCall } from '../../../support/fake-calls.ts';
import { FakeMessenger } from '../../../support/fake-messenger.ts';

const it = test
  .extend('stage', () => new Stage())
  .extend('made', async ({ stage }) => await stage.call())
  .extend('call', ({ made }) => made.call)
  .extend('run', ({ made }) => made.run);

const news = '300000000000000021';
const staff = '300000000000000022';
const elsewhere = '300000000000000023';

const open = ['ViewChannel', 'SendMessages'] as const;
/** Ada, with what she may do in the text channel of the call. */
const adaWith = (inText: readonly Permission[]) =>
  actorOf(ada, { channels: { [textChannel]: inText, [news]: open, [staff]: ['SendMessages'] } });
const closed: readonly (readonly Permission[])[] = [[], ['SendMessages'], ['ViewChannel']];

/** Everything that tools can do, remembered. */
class Stage {
  readonly world = new ConversationWorld();
  readonly videos: { readonly order: Order; readonly prompt: string }[] = [];
  readonly questions: string[] = [];
  /** Where answers are heard, and where they are written. */
  readonly learns: unknown[] = [];
  refusal: Refusal | undefined;
  /** What Discord says of somebody; it says nothing while this is a refusal. */
  actor: Actor | Refusal | undefined = adaWith(open);
  passages: readonly { text: string; from: string | undefined; baseId: string }[] = [
    { text: 'Be kind.', from: 'Rules', baseId: 'rules' },
  ];
  /** Whether everybody there may read that; Discord doesn't say while it's a refusal. */
  mayAllRead: boolean | Promise<boolean> | Refusal = true;
  readonly looks: unknown[] = [];
  readonly hands: ToolHands = {
    actorOf: async (_, userId) => {
      if (this.actor instanceof Refusal) throw this.actor;
      return this.actor && { ...this.actor, userId };
    },
    channelsOf: () => [
      { id: news, name: 'big-news' },
      { id: staff, name: 'staff' },
    ],
    searchKnowledge: async ({ question, channelId, writtenIn }) => {
      this.questions.push(question);
      this.learns.push([channelId, writtenIn]);
      if (this.refusal) throw this.refusal;
      return this.passages;
    },
    mayAllRead: async (ask) => {
      this.looks.push(ask);
      if (this.mayAllRead instanceof Refusal) throw this.mayAllRead;
      return await this.mayAllRead;
    },
    startVideo: async (order, { prompt }) => {
      if (this.refusal) throw this.refusal;
      this.videos.push({ order, prompt });
    },
  };
  readonly #tools = new CallTools({
    ...this.world,
    guilds: this.world.guilds,
    hands: this.hands,
    log: this.world.recorded.log,
  });

  async call(ask: CallAsk = {}) {
    const call = new FakeCall(callRequest(ask));
    await this.#tools.prepare(call.request);
    const tools = this.#tools.of(call);
    const run = async (name: string, given: unknown, userId: string | undefined = ada) => {
      const tool = tools.find((each) => each.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      return JSON.parse(await tool.run({ arguments: given, userId, signal: new AbortController().signal }));
    };
    return { call, tools, run };
  }

  /** The last message that was posted is deleted. */
  remove(): void {
    const messageId = this.world.messenger.posted.at(-1)?.id ?? '';
    this.world.removals.tell({ messageId });
  }

  /** The id behind the buttons of the last question. */
  get asked(): string {
    const last = FakeMessenger.textOf(this.world.messenger.posted.at(-1)?.body);
    return /converse:allow:([^"]+)/.exec(last)?.[1] ?? '';
  }
}

describe('the tools of a call', () => {
  it('are all there, each with a name that the service takes', async () => {
    const { tools } = await new Stage().call();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_knowledge',
      'start_video',
      'post_message',
      'who_is_here',
      'set_timer',
    ]);
  });

  it('tell the model what each of them takes, without the limits that are checked here', async () => {
    const { tools } = await new Stage().call();
    expect(tools.find(({ name }) => name === 'set_timer')?.parameters).toEqual({
      properties: {
        seconds: { type: 'integer', description: 'From now on, in seconds: 1 to 3600' },
        label: { type: 'string', description: 'What it is for, if they said so' },
      },
      required: ['seconds'],
    });
  });

  it('are without those that the server switched off', async ({ stage }) => {
    await stage.world.guilds.switchTool({ guildId, userId: '100' }, 'start_video', false);
    const { tools } = await stage.call();
    expect(tools.map(({ name }) => name)).not.toContain('start_video');
    expect(tools).toHaveLength(4);
  });

  it('are none where the model searches the web', async () => {
    expect((await new Stage().call({ search: 'on' })).tools).toEqual([]);
  });

  it.each([
    ['search_knowledge', {}],
    ['start_video', { prompt: '' }],
    ['start_video', { prompt: 'a fox', seconds: 'ten' }],
    ['post_message', { channel: 'news' }],
    ['set_timer', { seconds: 0 }],
    ['set_timer', undefined],
  ])('%s answers what does not fit (%j) with something to say', async (name, given) => {
    const { run } = await new Stage().call();
    expect(await run(name, given)).toMatchObject({ ok: false, say: expect.stringContaining('Ask') });
  });

  it.each([
    ['search_knowledge', { query: 'what are the rules' }],
    ['start_video', { prompt: 'a fox' }],
    ['post_message', { channel: 'big news', text: 'hi' }],
    ['set_timer', { seconds: 5 }],
  ])('%s does nothing for nobody', async (name, given) => {
    const stage = new Stage();
    stage.actor = undefined;
    const { tools } = await stage.call();
    const tool = tools.find((each) => each.name === name);
    const signal = new AbortController().signal;
    const answer = await tool?.run({ arguments: given, userId: undefined, signal });
    expect(answer).toContain('who asked');
    expect(stage.world.posts()).toEqual([]);
  });
});

describe('looking something up', () => {
  it('gives passages, for the person who asked', async ({ run }) => {
    expect(await run('search_knowledge', { query: 'what are the rules' })).toEqual({
      ok: true,
      passages: [{ text: 'Be kind.', from: 'Rules' }],
    });
  });

  it('tells where the answer is heard, and where it is written if there is a transcript', async () => {
    const stage = new Stage();
    await (await stage.call()).run('search_knowledge', { query: 'what are the rules' });
    await (await stage.call({ transcript: true })).run('search_knowledge', { query: 'what are the rules' });
    expect(stage.learns).toEqual([
      [voiceChannel, undefined],
      [voiceChannel, textChannel],
    ]);
  });

  it('says so when nothing was found, or they may not', async ({ stage, run }) => {
    stage.passages = [];
    expect(await run('search_knowledge', { query: 'and now' })).toMatchObject({ ok: false });
    stage.refusal = new Refusal({ code: 'knowledge-not-allowed' });
    const refused = await run('search_knowledge', { query: 'and now' });
    expect(refused.ok).toBe(false);
    expect(refused.say.length).toBeGreaterThan(10);
  });
});

describe('what spends or posts', () => {
  it('is asked of the person first, with what was understood, and pings nobody else', async ({
    stage,
    run,
  }) => {
    const video = run('start_video', { prompt: 'a *fox*', seconds: 5 });
    await stage.world.clock.advance(0);
    expect(stage.videos).toEqual([]);
    const posted = stage.world.messenger.posted.at(-1);
    expect(posted?.channelId).toBe(textChannel);
    expect(posted?.body.mentions).toEqual([ada]);
    const text = FakeMessenger.textOf(posted?.body);
    expect(text).toContain('Make it · 5 s');
    expect(text).toContain('a \\\\*fox\\\\*');
    stage.world.questions.answer(stage.asked, ada, stage.world.order());
    expect(await video).toMatchObject({ ok: true });
    expect(stage.videos).toMatchObject([{ prompt: 'a *fox*', order: { userId: ada } }]);
  });

  it('is answered by that person alone, and once', async ({ stage, run }) => {
    const video = run('start_video', { prompt: 'a fox' });
    await stage.world.clock.advance(0);
    const { asked } = stage;
    const { questions } = stage.world;
    expect(() => questions.answer(asked, ben, stage.world.order(ben))).toThrow('call-question-not-yours');
    questions.answer(asked, ada, undefined);
    const again = () => questions.answer(asked, ada, stage.world.order());
    expect(again).toThrow('call-question-over');
    expect(await video).toEqual({ ok: false, say: "All right, I won't." });
    expect(again).toThrow('call-question-over');
    expect(stage.videos).toEqual([]);
    expect(FakeMessenger.textOf(stage.world.messenger.panels.at(-1))).toContain("won't");
  });

  it('is left when nobody answers, and the button of before does nothing', async ({ stage, run }) => {
    const video = run('start_video', { prompt: 'a fox' });
    await stage.world.clock.advance(0);
    const { asked } = stage;
    await stage.world.clock.advance(120_000);
    expect(await video).toMatchObject({ ok: false, say: expect.stringContaining('in time') });
    expect(() => stage.world.questions.answer(asked, ada, stage.world.order())).toThrow('call-question-over');
    expect(FakeMessenger.textOf(stage.world.messenger.panels.at(-1))).toContain('No answer');
  });

  it('stays below the newest page: posted again there without a ping, and never twice', async ({
    stage,
    run,
    call,
  }) => {
    const { messenger, questions, clock } = stage.world;
    const { id } = call.request;
    questions.follow(id, 'thread');
    const video = run('start_video', { prompt: 'a fox', seconds: 8 });
    await clock.advance(0);
    questions.follow(id, 'thread');
    questions.follow(id, 'thread');
    await clock.advance(0);
    const asked = messenger.posted.filter(({ channelId }) => channelId === 'thread');
    expect(asked.map(({ body }) => body.mentions)).toEqual([[ada], [], []]);
    expect(messenger.removed).toHaveLength(2);
    expect(new Set(asked.map(({ body }) => FakeMessenger.textOf(body))).size).toBe(1);
    stage.world.removals.tell({ messageId: asked[0]?.id ?? '' });
    // Pressed while it's about to be moved again.
    questions.follow(id, 'thread');
    questions.answer(stage.asked, ada, undefined);
    expect(await video).toEqual({ ok: false, say: "All right, I won't." });
    await clock.advance(0);
    expect(messenger.posted.filter(({ channelId }) => channelId === 'thread')).toHaveLength(3);
  });

  it('says what became of it where it was moved to, if it was answered on the way', async ({
    stage,
    run,
    call,
  }) => {
    const { messenger, questions, clock } = stage.world;
    const video = run('start_video', { prompt: 'a fox' });
    await clock.advance(0);
    const [first] = messenger.posted.slice(-1);
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const post = messenger.post.bind(messenger);
    messenger.post = async (...given) => {
      await taken;
      return await post(...given);
    };
    questions.follow(call.request.id, 'thread');
    await clock.advance(0);
    questions.answer(stage.asked, ada, undefined);
    await clock.advance(0);
    expect(messenger.edits).toEqual([]);
    take();
    expect(await video).toEqual({ ok: false, say: "All right, I won't." });
    const [moved] = messenger.posted.slice(-1);
    expect(moved).toMatchObject({ channelId: 'thread' });
    expect(messenger.removed).toEqual([first?.id]);
    expect(messenger.edits.map(({ panel }) => panel.messageId)).toEqual([moved?.id]);
  });

  it('is asked in the text channel when the thread of the pages is gone', async ({ stage, run, call }) => {
    const { messenger, questions, clock } = stage.world;
    questions.follow(call.request.id, 'thread');
    const error = new MessageError('closed', undefined, 10_003);
    messenger.failures.push({ call: 'post', when: 'before', error, times: 1 });
    const video = run('start_video', { prompt: 'a fox' });
    await clock.advance(0);
    expect(messenger.posted.at(-1)?.channelId).toBe(textChannel);
    questions.answer(stage.asked, ada, undefined);
    await video;
  });

  it('that is refused says why', async ({ stage, run }) => {
    stage.refusal = new Refusal({ code: 'prompt-empty' });
    const video = run('start_video', { prompt: 'a fox' });
    await stage.world.clock.advance(0);
    stage.world.questions.answer(stage.asked, ada, stage.world.order());
    expect(await video).toMatchObject({ ok: false, say: expect.stringContaining('prompt') });
  });
});

const spending = [
  ['start_video', { prompt: 'a fox' }],
  ['post_message', { channel: 'big news', text: 'hi' }],
] as const;

describe('what a tool writes', () => {
  const writing = [...spending, ['set_timer', { seconds: 5, label: 'my secret' }]] as const;

  it.for(writing.flatMap(([name, given]) => closed.map((held) => [name, held, given] as const)))(
    '%s writes nothing where its person only has %j',
    async ([name, held, given], { stage, run }) => {
      stage.actor = adaWith(held);
      expect(await run(name, given)).toMatchObject({
        ok: false,
        say: expect.stringContaining("can't write"),
      });
      await stage.world.clock.advance(60_000);
      expect(stage.world.messenger.posted).toEqual([]);
    },
  );

  it.for(writing)(
    '%s does nothing while Discord does not say what its person may do',
    async ([name, given], { stage, run }) => {
      stage.actor = new Refusal({ code: 'roles-unknown' });
      expect(await run(name, given)).toMatchObject({ ok: false, say: expect.stringContaining('Discord') });
      await stage.world.clock.advance(60_000);
      expect(stage.world.messenger.posted).toEqual([]);
    },
  );

  it.for(spending)(
    '%s is refused when they lost the channel while they were asked',
    async ([name, given], { stage, run }) => {
      const asked = run(name, given);
      await stage.world.clock.advance(0);
      const { asked: id } = stage;
      stage.actor = actorOf(ada, { channels: {} });
      stage.world.questions.answer(id, ada, stage.world.order());
      expect(await asked).toMatchObject({ ok: false });
      expect(stage.videos).toEqual([]);
      expect(stage.world.messenger.posted).toHaveLength(1);
      expect(FakeMessenger.textOf(stage.world.messenger.panels.at(-1))).toContain("won't");
    },
  );
});

describe('how much is asked at once', () => {
  /** Lets a crowd of tools run at once, as a model does with one response. */
  async function crowd(stage: Stage, people: readonly string[], signal = new AbortController().signal) {
    const { tools, call } = await stage.call();
    const post = tools.find(({ name }) => name === 'post_message');
    const answers = people.map(async (userId, index) => {
      const given = { channel: 'big news', text: `tea ${index}` };
      return await post?.run({ arguments: given, userId, signal });
    });
    await stage.world.clock.advance(0);
    return { answers, call };
  }
  const said = async (answer: Promise<string | undefined> | undefined) =>
    JSON.parse((await answer) ?? '{}').say;

  it('is two questions for a person; what is beyond is refused before anything is sent', async () => {
    const stage = new Stage();
    const { answers } = await crowd(stage, Array(200).fill(ada));
    expect(stage.world.posts()).toHaveLength(2);
    for (const answer of answers.slice(2)) expect(await said(answer)).toContain('2 questions');
  });

  it('is three for a call, no matter who they are for', async ({ stage }) => {
    const { answers } = await crowd(stage, [ada, ada, ben, ben, '200000000000000003']);
    expect(stage.world.posts()).toHaveLength(3);
    expect(await said(answers[3])).toContain('3 of my questions');
    expect(await said(answers[4])).toContain('3 of my questions');
  });

  it.each([
    ['was answered', (stage: Stage) => stage.world.questions.answer(stage.asked, ada, undefined)],
    ['ran out of time', async (stage: Stage) => await stage.world.clock.advance(120_000)],
    ['was deleted', (stage: Stage) => stage.remove()],
    ['could not be sent', () => undefined],
  ])('has room again once one %s', async (how, release) => {
    const stage = new Stage();
    if (how === 'could not be sent')
      stage.world.messenger.failures.push({
        call: 'post',
        when: 'before',
        error: new MessageError('temporary', 'no'),
        times: 1,
      });
    await crowd(stage, [ada, ada]);
    await release(stage);
    await stage.world.clock.advance(0);
    const before = stage.world.posts().length;
    await crowd(stage, [ada]);
    expect(stage.world.posts()).toHaveLength(before + 1);
  });

  it('has room again once the call is over', async ({ stage }) => {
    const over = new AbortController();
    const { answers } = await crowd(stage, [ada, ada], over.signal);
    over.abort();
    expect(await said(answers[0])).toContain("I didn't do it");
    await crowd(stage, [ada]);
    expect(stage.world.posts()).toHaveLength(3);
  });

  it('asks nothing more of who left the call, or its voice channel', async ({ stage }) => {
    const { answers, call } = await crowd(stage, [ada]);
    call.join(ada);
    await call.leave(ada);
    expect(await said(answers[0])).toContain('That question is closed');
    stage.world.arrive(ada);
    const later = await crowd(stage, [ada]);
    stage.world.people.leave(guildId, ada);
    expect(await said(later.answers[0])).toContain('That question is closed');
    expect(FakeMessenger.textOf(stage.world.messenger.panels.at(-1))).toContain('No answer');
    expect(() => stage.world.questions.answer(stage.asked, ada, stage.world.order())).toThrow(
      'call-question-over',
    );
  });
});

describe('posting in a channel', () => {
  it('happens once they agreed, as text that pings nobody, with whose it is', async ({ stage, run }) => {
    const posting = run('post_message', { channel: 'Big News', text: '@everyone **hi**' });
    await stage.world.clock.advance(0);
    expect(stage.world.posts().at(-1)).toContain(`<#${news}>`);
    expect(stage.world.posts(news)).toEqual([]);
    stage.world.questions.answer(stage.asked, ada, stage.world.order());
    expect(await posting).toMatchObject({ ok: true });
    const posted = stage.world.messenger.posted.at(-1);
    expect(posted?.channelId).toBe(news);
    expect(posted?.body.mentions).toBeUndefined();
    expect(FakeMessenger.textOf(posted?.body)).toContain('\\\\@everyone \\\\*\\\\*hi');
    expect(FakeMessenger.textOf(posted?.body)).toContain(`<@${ada}>`);
  });

  it.for(['staff', 'no such channel', '!!'])(
    'is not possible in “%s”, which they cannot see',
    async (channel, { stage, run }) => {
      expect(await run('post_message', { channel, text: 'hi' })).toMatchObject({ ok: false });
      expect(stage.world.messenger.posted).toEqual([]);
    },
  );

  it('does not happen when they lost the permission while they were asked', async ({ stage, run }) => {
    const posting = run('post_message', { channel: 'big-news', text: 'hi' });
    await stage.world.clock.advance(0);
    stage.actor = actorOf(ada, { channels: { [textChannel]: open, [news]: ['ViewChannel'] } });
    stage.world.questions.answer(stage.asked, ada, stage.world.order());
    expect(await posting).toMatchObject({ ok: false });
    expect(stage.world.posts(news)).toEqual([]);
  });
});

it('who is here are the people of the voice channel, and which of them are heard', async ({
  stage,
  run,
  call,
}) => {
  stage.world.arrive(ada, ben);
  stage.world.people.arrive({ guildId, channelId: '300000000000000010', userId: '200000000000000003' });
  stage.world.people.names.set(ada, 'Ada');
  call.join(ada);
  const answer = await run('who_is_here', {});
  expect(answer).toMatchObject({
    count: 2,
    people: [{ name: 'Ada', takesPart: true }, { takesPart: false }],
  });
  expect(call.channelId).toBe(voiceChannel);
});

it('who_is_here looks in the channel that the bot was moved to', async ({ stage, run, call }) => {
  stage.world.arrive(ada);
  stage.world.people.arrive({ guildId, channelId: elsewhere, userId: ben });
  call.move(elsewhere);
  expect(await run('who_is_here', {})).toMatchObject({ count: 1, people: [{ name: `name of ${ben}` }] });
});

it('search_knowledge looks for what everybody may read in the channel that the bot was moved to', async () => {
  const stage = new Stage();
  const { call, run } = await stage.call();
  call.move(elsewhere);
  await run('search_knowledge', { query: 'may I post a link' });
  expect(stage.learns).toEqual([[elsewhere, undefined]]);
});

describe('a timer', () => {
  it('pings the person who set it when its time is over', async ({ stage, run }) => {
    expect(await run('set_timer', { seconds: 60, label: 'tea' })).toMatchObject({ ok: true });
    await stage.world.clock.advance(59_000);
    expect(stage.world.posts()).toEqual([]);
    await stage.world.clock.advance(1_000);
    expect(stage.world.posts()).toEqual([expect.stringContaining('tea')]);
    expect(stage.world.messenger.posted[0]?.body.mentions).toEqual([ada]);
  });

  it('tells them in private when they cannot write in the channel any more, and writes nothing there', async () => {
    for (const held of closed) {
      const stage = new Stage();
      const { run } = await stage.call();
      await run('set_timer', { seconds: 60, label: 'tea' });
      stage.actor = adaWith(held);
      await stage.world.clock.advance(60_000);
      expect(stage.world.messenger.posted).toEqual([]);
      expect(stage.world.messenger.directs).toMatchObject([{ userId: ada }]);
      expect(FakeMessenger.textOf(stage.world.messenger.directs[0]?.body)).toContain('tea');
    }
  });

  it('writes nothing in the channel while Discord does not say whether they may', async ({ stage, run }) => {
    await run('set_timer', { seconds: 60 });
    stage.actor = new Refusal({ code: 'roles-unknown' });
    await stage.world.clock.advance(60_000);
    expect(stage.world.messenger.posted).toEqual([]);
    expect(stage.world.messenger.directs).toHaveLength(1);
  });

  it('ends with the call', async ({ stage, run, call }) => {
    await run('set_timer', { seconds: 60 });
    await call.stop();
    await stage.world.clock.advance(61_000);
    expect(stage.world.posts()).toEqual([]);
  });

  it('is the eleventh only once another is over', async ({ stage, run }) => {
    for (let count = 0; count < 10; count += 1) await run('set_timer', { seconds: 60 });
    expect(await run('set_timer', { seconds: 60 })).toMatchObject({ ok: false });
    await stage.world.clock.advance(60_000);
    expect(await run('set_timer', { seconds: 60 })).toMatchObject({ ok: true });
  });
});

describe('what a search found', () => {
  const unknown = new Refusal({ code: 'roles-unknown' });
  /** A call whose session knows a passage, and a moment later. */
  async function searched() {
    const stage = new Stage();
    const { call, run } = await stage.call();
    const since = stage.world.clock.now();
    expect(await run('search_knowledge', { query: 'what are the rules' })).toMatchObject({ ok: true });
    await stage.world.clock.advance(5_000);
    return { stage, call, since };
  }
  const cleo = '200000000000000003';

  it.each([
    ['comes in', ({ stage }: Awaited<ReturnType<typeof searched>>) => stage.world.arrive(cleo)],
    ['presses Join', ({ call }: Awaited<ReturnType<typeof searched>>) => call.join(cleo)],
    ['has the bot moved to them', ({ call }: Awaited<ReturnType<typeof searched>>) => call.move(elsewhere)],
  ])('is forgotten when somebody %s who may not read it, or of whom nobody knows', async (_, happens) => {
    for (const mayAllRead of [false, unknown]) {
      const scene = await searched();
      scene.stage.mayAllRead = mayAllRead;
      happens(scene);
      await scene.stage.world.clock.advance(0);
      expect(scene.call.begunAnew).toEqual([scene.since]);
      happens(scene);
      await scene.stage.world.clock.advance(600_000);
      expect(scene.call.begunAnew).toHaveLength(1);
    }
  });

  it('is forgotten within a minute when a role is taken away meanwhile', async () => {
    const { stage, call, since } = await searched();
    await stage.world.clock.advance(300_000);
    stage.mayAllRead = false;
    await stage.world.clock.advance(60_000);
    expect(call.begunAnew).toEqual([since]);
  });

  it('stays while everybody there may read it, and nobody else is looked at', async () => {
    const { stage, call } = await searched();
    stage.world.people.arrive({ guildId, channelId: elsewhere, userId: cleo });
    const looks = stage.looks.length;
    await stage.world.clock.advance(0);
    expect(stage.looks).toHaveLength(looks);
    stage.world.arrive(cleo);
    await stage.world.clock.advance(300_000);
    expect(stage.looks.at(-1)).toEqual({ guildId, channelId: voiceChannel, baseIds: ['rules'] });
    expect(call.begunAnew).toEqual([]);
  });

  it('is not told at all when somebody came while it was searched', async ({ stage, run, call }) => {
    stage.mayAllRead = false;
    const answer = await run('search_knowledge', { query: 'what are the rules' });
    expect(JSON.stringify(answer)).not.toContain('Be kind');
    expect(answer).toMatchObject({ ok: false });
    expect(call.begunAnew).toEqual([]);
  });

  it('is not told either when they came in the moment in which that was looked at', async ({
    stage,
    run,
    call,
  }) => {
    const first = Promise.withResolvers<boolean>();
    stage.mayAllRead = first.promise;
    const answer = run('search_knowledge', { query: 'what are the rules' });
    await stage.world.clock.advance(0);
    stage.mayAllRead = false;
    stage.world.arrive(cleo);
    await stage.world.clock.advance(0);
    first.resolve(true);
    expect(await answer).toMatchObject({ ok: false });
    expect(call.begunAnew).toHaveLength(1);
  });

  it('is not looked at any more once the call is over', async () => {
    const { stage, call } = await searched();
    await call.stop();
    const looks = stage.looks.length;
    stage.mayAllRead = false;
    stage.world.arrive(cleo);
    await stage.world.clock.advance(300_000);
    expect(stage.looks).toHaveLength(looks);
    expect(call.begunAnew).toEqual([]);
  });
});
