import { describe, expect, it } from 'vitest';
import { Page } from '../../../../src/call/captions/page.ts';
import type { CallLine } from '../../../../src/conversation/call-types.ts';
import { sentenceOf } from '../../../../src/conversation/transcript/line-text.ts';
import { renderRecap } from '../../../../src/conversation/transcript/recap.ts';
import { transcriptOf } from '../../../../src/conversation/transcript/transcript.ts';
import { MessageError } from '../../../../src/discord/messenger.ts';
import { type Words, wordsFor } from '../../../../src/words/index.ts';
import { ada, ben, ConversationWorld, callLine, callRequest } from '../../../support/conversation-world.ts';
import { FakeCall } from '../../../support/fake-calls.ts';
import { FakeMessenger } from '../../../support/fake-messenger.ts';

const english = wordsFor('en-US');

function lineText(line: CallLine, words: Words): string {
  const page = new Page();
  page.put(sentenceOf(line, words));
  return page.markdown;
}

const assistant = { is: 'assistant' } as const;
const thread = 'thread-1';

describe('a line of a transcript', () => {
  it('shows what is sure as it is, and what may change in italics', () => {
    expect(lineText(callLine({ sure: 'I *think*', unsure: ' we shoot', final: false }), english)).toBe(
      `<@${ada}> I \\*think\\* *we shoot*`,
    );
  });

  it('of the bot ends where it was interrupted', () => {
    expect(lineText(callLine({ by: assistant, sure: 'The capital of', cut: true }), english)).toBe(
      '🤖 The capital of — *interrupted*',
    );
  });

  it('has links to what was found, and to nothing but the web', () => {
    const sources = [
      { title: 'A [page]', url: 'https://example.org/a_(b)' },
      { title: 'bad', url: 'javascript:alert(1)' },
      { title: 'twice', url: 'https://example.org/a_(b)' },
    ];
    const text = lineText(callLine({ by: assistant, sources }), english);
    expect(text).toContain('[A \\[page\\]](<https://example.org/a_%28b%29>)');
    expect(text).not.toContain('javascript');
    expect(text).not.toContain('twice');
  });

  it.each(['*', '😀', '\n# a', 'https://', '-', '*\u200b'])(
    'never has more than a message takes, whatever it is made of: %j',
    (piece) => {
      const sources = Array.from({ length: 9 }, (_, at) => ({
        title: '[*]'.repeat(200),
        url: `https://example.org/${at}/${'a'.repeat(900)}`,
      }));
      const sure = `${piece.repeat(3_000)}end`;
      const unsure = `${piece.repeat(3_000)}more`;
      const text = lineText(callLine({ by: assistant, sure, unsure, final: false, sources }), english);
      expect(text.length).toBeLessThan(4_000);
      expect(text).toContain('end');
      expect(text).toContain('more');
      const lines = Array.from({ length: 40 }, (_, at) =>
        callLine({ id: `${at}`, by: { is: 'person', userId: `20000000000000${1_000 + at}` }, sources }),
      );
      const decisions = Array.from({ length: 8 }, () => piece.repeat(300));
      const recap = renderRecap({ lines, livedMs: 60_000, decisions }, english);
      let total = 0;
      JSON.parse(JSON.stringify(recap.components), (key, value: unknown) => {
        if (key === 'content' && typeof value === 'string') total += value.length;
        return value;
      });
      expect(total).toBeGreaterThan(500);
      expect(total).toBeLessThan(4_000);
    },
  );

  it('shows the end of what is very long, within what a message takes', () => {
    const text = lineText(callLine({ sure: `${'*'.repeat(5_000)}end`, final: false }), english);
    expect(text.length).toBeLessThan(4_000);
    expect(text).toContain('end');
  });
});

function unopened(decisionsIn?: (text: string) => Promise<readonly string[] | 'spent'>) {
  const world = new ConversationWorld();
  const call = new FakeCall(callRequest({ transcript: true }));
  const files: string[] = [];
  const { messenger, clock } = world;
  const post = messenger.post.bind(messenger);
  messenger.post = async (channelId, body, nonce) => {
    for (const { bytes } of body.files ?? []) if (bytes) files.push(Buffer.from(bytes).toString());
    return await post(channelId, body, nonce);
  };
  world.arrive(ada, ben);
  world.people.names.set(ada, 'Ada');
  const seen = new Set<string>([call.channelId]);
  const transcript = transcriptOf({
    call,
    people: world.people,
    decisionsIn,
    exposes: (_: string, __: string, voiceChannelId: string) => !seen.has(voiceChannelId),
    messenger,
    clock,
    log: world.recorded.log,
  });
  const close = async () => {
    const closing = transcript.close();
    await clock.advance(10_000);
    await closing;
  };
  /** What the last page shows by now. */
  const page = () =>
    FakeMessenger.textOf(
      messenger.panels.at(-1) ?? messenger.posted.findLast(({ channelId }) => channelId === thread)?.body,
    );
  return { world, call, transcript, files, close, seen, page };
}

/** A transcript whose thread is there. */
async function transcribed(...decisionsIn: Parameters<typeof unopened>) {
  const scene = unopened(...decisionsIn);
  await scene.transcript.open();
  return scene;
}

/** Every message and every edit of it. */
function everything({ messenger }: ConversationWorld): string {
  return [...messenger.posted.map(({ body }) => body), ...messenger.panels]
    .map((body) => FakeMessenger.textOf(body))
    .join();
}

describe('a transcript', () => {
  it('is one message that grows while people speak, and notifies nobody', async () => {
    const { world, call, page } = await transcribed();
    call.line(callLine({ sure: '', unsure: 'good', final: false }));
    await world.clock.advance(1_300);
    expect(page()).toContain('*good*');
    call.line(callLine({ sure: 'Good evening' }));
    call.line(callLine({ id: 'line-2', by: assistant, sure: 'Good evening, Ada' }));
    await world.clock.advance(3_000);
    expect(page()).toContain(`<@${ada}> Good evening\\n🤖 Good evening, Ada`);
    const said = world.messenger.posted.filter(({ channelId }) => channelId === thread);
    expect(said).toHaveLength(1);
    expect(said[0]?.body.silent).toBe(true);
  });

  it('loses the line that was only an echo of the bot', async () => {
    const { world, call, page } = await transcribed();
    call.line(callLine({ sure: 'The capital of France', final: false }));
    await world.clock.advance(2_000);
    expect(page()).toContain('France');
    call.line(callLine({ sure: '', unsure: '' }));
    await world.clock.advance(2_000);
    expect(page()).not.toMatch(new RegExp(`France|${ada}`));
  });

  it('is named after its room and the time', async () => {
    const { world } = await transcribed();
    expect(world.messenger.threads[0]?.name).toMatch(/^Transcript · Lounge · \w{3} \d+, \d\d:\d\d$/);
  });

  it('has what was said before its thread was there', async () => {
    const { world, call, transcript, page } = unopened();
    call.line(callLine());
    await transcript.open();
    await world.clock.advance(2_000);
    expect(page()).toContain('hello');
  });

  it('leaves a recap and a file behind, and keeps nothing', async () => {
    const { world, call, files, close } = await transcribed();
    const sources = [{ title: 'Weather', url: 'https://example.org/w' }];
    call.line(callLine({ sure: "What's the\nweather?" }));
    call.line(callLine({ id: 'line-2', by: assistant, sure: 'Sunny, and', cut: true, sources }));
    call.livedMs = 150_000;
    await close();
    expect(files).toEqual([
      "12:03:05 UTC Ada: What's the weather?\n12:03:05 UTC Bot: Sunny, and [interrupted]\n    Weather https://example.org/w\n",
    ]);
    const recap = world.posts(thread).at(-1);
    expect(recap).toContain('3 minutes of conversation');
    expect(recap).toContain(`<@${ada}>: 1 turn`);
    expect(recap).toContain('https://example.org/w');
    expect(recap).toContain('attachment://conversation.txt');
    call.line(callLine({ id: 'line-3', sure: 'too late' }));
    await world.clock.advance(5_000);
    expect(world.posts(thread).join()).not.toContain('too late');
  });

  it('asks what was decided, once the call has ended, and says so as what it is: text of a model', async () => {
    const asked: string[] = [];
    const { world, call, close } = await transcribed(async (text) => {
      asked.push(text);
      return ['We meet on *Friday*', 'Ada brings @everyone'];
    });
    for (const id of ['1', '2', '3']) call.line(callLine({ id, sure: `sentence ${id}` }));
    await call.stop();
    await close();
    expect(asked).toEqual([expect.stringContaining('Ada: sentence 3')]);
    const recap = world.posts(thread).at(-1);
    expect(recap).toContain(english.conversation.recap.decisions);
    expect(recap).toContain('We meet on \\\\*Friday');
    expect(recap).toContain('\\\\@everyone');
  });

  it.each([
    ['that is short', 2, 'asked'],
    ['that used up its minutes', 3, 'spent'],
    ['that the service ended', 3, 'service'],
    ['that a restart ended', 3, 'shutting-down'],
  ] as const)('of a call %s is left without asking the model anything', async (_, lines, end) => {
    let asked = 0;
    const { world, call, close } = await transcribed(async () => {
      asked += 1;
      return ['?'];
    });
    for (let id = 1; id <= lines; id += 1) call.line(callLine({ id: `${id}` }));
    await call.stop(end);
    await close();
    expect(asked).toBe(0);
    expect(world.posts(thread).at(-1)).toContain('conversation.txt');
  });

  it('asks of those who are still there: nothing that others said who left, or were answered, also when it came later', async () => {
    const asked: string[] = [];
    const { world, call, files, close } = await transcribed(async (text) => {
      asked.push(text);
      return [];
    });
    const by = { is: 'person', userId: ben } as const;
    call.line(callLine({ id: 'b1', by, sure: 'I went to the market' }));
    call.line(callLine({ id: 'r1', by: assistant, to: ben, sure: 'What did you buy' }));
    call.line(callLine({ id: 'b2', by, sure: 'Some', unsure: ' apples', final: false }));
    await call.leave(ben);
    call.line(callLine({ id: 'b2', by, sure: 'Some apples', isWithdrawn: true }));
    call.line(callLine({ id: 'b3', by, sure: 'Late pears', isWithdrawn: true }));
    call.line(callLine({ id: 'r2', by: assistant, sure: 'Plums', final: false }));
    call.line(callLine({ id: 'r2', by: assistant, sure: 'Plums', isWithdrawn: true }));
    for (const id of ['1', '2', '3']) call.line(callLine({ id, sure: `sentence ${id}` }));
    call.line(callLine({ id: 'b4', by, sure: 'I am back' }));
    await call.stop();
    await close();
    expect(asked).toEqual([expect.stringContaining('sentence 3')]);
    expect(asked[0]).toContain('I am back');
    expect(asked[0]).not.toMatch(/market|buy|apples|pears|Plums/s);
    expect(files[0]).toMatch(/market.*buy.*apples.*pears/s);
    expect(world.posts(thread).at(-1)).toContain(`<@${ben}>: 4 turns`);
  });

  it('asks nothing when those who talked have left', async () => {
    let asked = 0;
    const { call, close } = await transcribed(async () => {
      asked += 1;
      return [];
    });
    for (const id of ['1', '2', '3']) call.line(callLine({ id }));
    call.depart(ada);
    await call.stop('room');
    await close();
    expect(asked).toBe(0);
  });

  it('says so when nothing was left of the day to ask what was decided', async () => {
    const { world, call, close } = await transcribed(async () => 'spent');
    for (const id of ['1', '2', '3']) call.line(callLine({ id }));
    await call.stop();
    await close();
    expect(world.posts(thread).at(-1)).toContain(english.conversation.recap.decisionsSpent);
    expect(world.posts(thread).at(-1)).not.toContain(english.conversation.recap.decisions);
  });

  it('of a call in which nobody spoke is a sentence without a file', async () => {
    const { world, files, close } = await transcribed();
    await close();
    expect(files).toEqual([]);
    expect(world.posts(thread).at(-1)).toContain('Nobody said anything');
  });

  it('without a thread is none, and the channel is told', async () => {
    const { world, call, transcript, files, close } = unopened();
    const error = new MessageError('closed', undefined, 50013);
    world.messenger.failures.push({ call: 'createThread', when: 'before', error });
    await transcript.open();
    expect(world.posts().at(-1)).toContain("couldn't open a thread");
    call.line(callLine());
    await close();
    expect(files).toEqual([]);
    expect(world.posts(thread)).toEqual([]);
  });
});

describe('a transcript whose readers do not all see the voice channel that the bot was moved to', () => {
  const words = english.conversation.transcript;
  const staff = '300000000000000044';

  it('pauses with one sentence, and goes on with one when it is moved back', async () => {
    const { world, call, files, close, page } = await transcribed();
    const home = call.channelId;
    call.line(callLine({ id: 'a', sure: 'Before.' }));
    call.move(staff);
    call.become('hearing');
    call.line(callLine({ id: 'b', sure: 'Among ourselves.' }));
    await world.clock.advance(5_000);
    expect(page()).toContain(`Before.\\n-# ${words.paused(staff)}"`);
    call.move(home);
    call.line(callLine({ id: 'c', sure: 'After.' }));
    await world.clock.advance(5_000);
    expect(page()).toContain(`${words.paused(staff)}\\n-# ${words.resumed}\\n<@${ada}> After.`);
    await close();
    expect(files).toHaveLength(1);
    expect(files[0]).toContain('Before.');
    expect(files[0]).toContain('After.');
    expect(files.join() + everything(world)).not.toContain('Among ourselves.');
  });

  it('has nothing of what was half said when it was moved, or moved back', async () => {
    const { world, call, files, close } = await transcribed();
    const home = call.channelId;
    call.line(callLine({ id: 'a', sure: 'One', unsure: ' two', final: false }));
    call.move(staff);
    call.line(callLine({ id: 'a', sure: 'One two secret' }));
    call.line(callLine({ id: 'b', sure: 'Another', final: false }));
    call.move(home);
    call.line(callLine({ id: 'b', sure: 'Another secret' }));
    await world.clock.advance(5_000);
    await close();
    expect(files.join() + everything(world)).not.toContain('secret');
    expect(files[0]).toContain('One');
  });

  it('pauses, too, when who sees the voice channel is changed, before anything more is written', async () => {
    const { world, call, seen, page } = await transcribed();
    seen.clear();
    await world.clock.advance(1_000);
    call.line(callLine({ sure: 'Among ourselves.' }));
    await world.clock.advance(5_000);
    expect(page()).toContain(words.paused(call.channelId));
    expect(everything(world)).not.toContain('Among ourselves.');
  });

  it('says so in a thread that was opened only after the move', async () => {
    const { call, transcript, page } = unopened();
    call.move(staff);
    await transcript.open();
    expect(page()).toContain(`-# ${words.paused(staff)}"`);
  });
});
