import { beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/refusal/refusal.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import { translated, understood } from '../../../support/fake-translation.ts';
import {
  ada,
  author,
  bob,
  channelId,
  RecordingsWorld,
  voiceMessage,
} from '../../../support/recordings-world.ts';
import { rejection } from '../../../support/rejection.ts';

let world: RecordingsWorld;

beforeEach(async () => {
  world = await RecordingsWorld.open();
  return async () => await world[Symbol.asyncDispose]();
});

const words = (hearing: {
  passages: readonly { original: { sure: string }; translation: { sure: string } }[];
}) => hearing.passages.map(({ original, translation }) => [original.sure, translation.sure]);

const unreachable = (code: string) => new ServiceError({ fault: 'unreachable', code, nothingHappened: true });

describe('a recording', () => {
  it('becomes words and their translation, with times, and costs its own seconds', async () => {
    const hearing = await world.begin(3);
    const session = world.client.of('de>en');
    session.tell(
      { is: 'speech-started', itemId: 'one', atMs: 200 },
      { is: 'source', itemId: 'one', sure: 'Guten', unsure: ' Tag', language: 'de' },
    );
    expect(hearing.passages).toEqual([
      {
        fromMs: 200,
        toMs: expect.any(Number),
        original: { sure: 'Guten', unsure: ' Tag' },
        translation: { sure: '', unsure: '' },
      },
    ]);
    session.tell(
      { is: 'speech-stopped', itemId: 'one', atMs: 1_400 },
      understood('one', 'Guten Tag.', 'de'),
      ...translated('r', 'Hello.'),
    );
    await world.heard(hearing);
    expect(words(hearing)).toEqual([['Guten Tag.', 'Hello.']]);
    expect(hearing.passages[0]).toMatchObject({ fromMs: 200, toMs: 1_400 });
    expect(hearing.state).toEqual({ is: 'heard', ms: 3_000, whole: true });
    expect(session.appendedMs).toBe(3_000);
    expect(session.settings).toMatchObject({ speaks: false, showsSource: true, hotWords: ['Emcee'] });
    expect(await world.paid()).toBe(3);
  });

  it('is sent five times as fast as people speak, and no faster', async () => {
    await world.begin(9);
    for (const seconds of [0, 1]) {
      expect(world.client.sessions[0]?.appendedMs).toBeGreaterThanOrEqual(seconds * 5_000);
      expect(world.client.sessions[0]?.appendedMs).toBeLessThanOrEqual(seconds * 5_000 + 200);
      for (let step = 0; step < 25; step += 1) await world.clock.advance(40);
    }
    expect(world.client.sessions[0]?.finishing).toBe(true);
  });

  it('waits while the connection takes no more, because what waits there is dropped', async () => {
    world.client.waitingMs = 1_001;
    const hearing = await world.hear(2);
    await world.until(() => world.client.sessions.length === 1);
    for (let step = 0; step < 50; step += 1) await world.clock.advance(100);
    const session = world.client.of('de>en');
    expect(session.appendedMs).toBe(0);
    session.waitingMs = 0;
    await world.clock.advance(200);
    await world.sent(hearing);
    expect(session.appendedMs).toBe(2_000);
  });

  it('keeps the last words, however late they come', async () => {
    world.client.holdsFinish = true;
    const hearing = await world.hear(1);
    await world.sent(hearing);
    const [session] = world.client.sessions;
    session?.translate('Ende.', 'The end.');
    expect(hearing.isOver).toBe(false);
    session?.completeFinish('finished');
    await hearing.over;
    expect(words(hearing)).toEqual([['Ende.', 'The end.']]);
    expect(hearing.state).toMatchObject({ is: 'heard', whole: true });
  });

  it('says that its end may be missing when the service never finished, or the file is cut short', async () => {
    world.client.holdsFinish = true;
    const recordings = world.newRecordings();
    const hearing = await world.hear(1, recordings);
    await world.sent(hearing);
    world.client.sessions[0]?.completeFinish('cut');
    await hearing.over;
    expect(hearing.state).toMatchObject({ is: 'heard', whole: false });
    world.client.holdsFinish = false;
    const cut = (await voiceMessage(4)).subarray(0, -9_000);
    const second = await recordings.hear(world.request(world.recording(cut)));
    await world.heard(second);
    expect(second.state).toMatchObject({ is: 'heard', whole: false });
    expect(world.client.sessions[1]?.appendedMs).toBeGreaterThan(1_000);
  });

  it('whose session is lost is heard on from its last complete sentence, and charged once', async () => {
    const hearing = await world.begin(8);
    const [first] = world.client.sessions;
    for (let step = 0; step < 20; step += 1) await world.clock.advance(40);
    first?.tell(
      { is: 'speech-started', itemId: 'one', atMs: 0 },
      { is: 'speech-stopped', itemId: 'one', atMs: 2_000 },
      understood('one', 'Eins.', 'de'),
      ...translated('r1', 'One.'),
    );
    first?.tell({ is: 'source', itemId: 'two', sure: 'Zw', unsure: '', language: 'de' });
    first?.end({ is: 'lost', error: unreachable('Gone') });
    while (world.client.sessions.length < 2) await world.clock.advance(100);
    const second = world.client.sessions[1];
    expect(words(hearing)).toEqual([['Eins.', 'One.']]);
    await world.begun(hearing);
    second?.tell({ is: 'speech-started', itemId: 'a', atMs: 500 });
    second?.translate('Zwei.', 'Two.');
    await world.heard(hearing);
    expect(second?.appendedMs).toBe(6_000);
    expect(words(hearing)).toEqual([
      ['Eins.', 'One.'],
      ['Zwei.', 'Two.'],
    ]);
    expect(hearing.passages[1]?.fromMs).toBeGreaterThanOrEqual(2_000);
    expect(await world.paid()).toBe(8);
  });

  it('costs nothing when the service cannot be reached three times', async () => {
    world.client.failures.push(...['A', 'B', 'C'].map(unreachable));
    const hearing = await world.hear(2);
    while (!hearing.isOver) {
      await world.clock.advance(1_000);
      await world.until(() => true);
    }
    expect(hearing.state).toMatchObject({ is: 'failed', error: { code: 'C' } });
    expect(await world.paid()).toBe(0);
  });
});

describe('a request that the service refuses', () => {
  it('is not sent again', async () => {
    world.client.failures.push(
      new ServiceError({ fault: 'invalid-request', code: 'InvalidParameter', nothingHappened: true }),
    );
    const hearing = await world.begin(1);
    expect(hearing.state).toMatchObject({ is: 'failed', error: { code: 'InvalidParameter' } });
    expect(world.client.asked).toHaveLength(1);
  });
});

describe('money', () => {
  it('is kept for what a lost session heard, though it is stopped before it is heard on', async () => {
    const hearing = await world.begin(10);
    for (let step = 0; step < 20; step += 1) await world.clock.advance(40);
    world.client.sessions[0]?.end({ is: 'lost', error: unreachable('Gone') });
    while (world.client.sessions.length < 2) await world.clock.advance(100);
    await world.begun(hearing);
    hearing.stop('person');
    expect(await world.paid()).toBe(4);
  });

  it("is reserved for the whole length before anything is sent, down to the day's last second", async () => {
    const recordings = world.newRecordings();
    const { spending } = world;
    const at = world.clock.now();
    await spending.reserve({ id: 'before', guildId: '1000000000000000001', userId: ada, at }, 117);
    const tooLong = await world.hear(4, recordings);
    await tooLong.over;
    expect(tooLong.state).toMatchObject({
      is: 'failed',
      error: { facts: { code: 'quota-spent', asked: 4, left: 3 } },
    });
    expect(world.client.asked).toEqual([]);
    const fits = await world.hear(3, recordings);
    await world.heard(fits);
    expect(fits.state).toMatchObject({ is: 'heard' });
    expect(await world.paid()).toBe(120);
    const none = await rejection(world.hear(1, recordings), Refusal);
    expect(none.facts).toMatchObject({ code: 'quota-spent', left: 0 });
  });

  it('is given back for what was not sent when somebody stops it', async () => {
    const recordings = world.newRecordings();
    const hearing = await world.begin(10, recordings);
    expect(world.spent).toBe(10);
    for (let step = 0; step < 5; step += 1) await world.clock.advance(40);
    hearing.stop('person');
    expect(world.client.sessions[0]?.closed).toBe(true);
    expect(await world.paid()).toBe(1);
    const appended = world.client.sessions[0]?.appendedMs;
    await world.clock.advance(5_000);
    expect(world.client.sessions[0]?.appendedMs).toBe(appended);
  });

  it('is given back by the next process when this one is killed, and the answer says so', async () => {
    const order = world.order();
    const answer = { panel: order.panel, locale: 'en-US' };
    const request = world.request(world.recording(await voiceMessage(10)), { answer });
    await world.begun(await world.newRecordings().hear(request));
    expect(world.spent).toBe(10);
    expect(JSON.stringify([...world.running.records])).not.toContain('Guten');
    world.newRecordings();
    await world.until(() => world.spent === 0);
    await world.until(() => world.answerTo(order) !== '');
    expect(world.answerTo(order)).toContain("you weren't charged");
  });

  it('is given back like that for everyone in a channel, below its message or in the answer that was growing', async () => {
    const [first, second] = [1, 2].map((each) => `40000000000000000${each}`);
    const killed = world.newRecordings();
    for (const messageId of [first, second]) {
      const asked = { channelId, messageId: messageId ?? '', locale: 'en-US' };
      const request = world.request(world.recording(await voiceMessage(10)), { asked });
      await world.begun(await killed.hear(request));
      if (messageId === second) await killed.noteAnswer(request.id, channelId, 'growing');
    }
    expect(world.spent).toBe(20);
    world.newRecordings();
    await world.until(() => world.spent === 0);
    await world.until(() => world.said.length > 0 && world.shown.has('growing'));
    expect(world.said).toEqual([
      { channelId, repliesTo: first, text: expect.stringContaining('nothing was charged') },
    ]);
    expect(world.shown.get('growing')).toContain('nothing was charged');
    await world.until(() => world.running.records.size === 0);
  });

  it('has no record left of an answer that comes after it ended', async () => {
    const asked = { channelId, messageId: '400000000000000001', locale: 'en-US' };
    const request = world.request(world.recording(await voiceMessage(1)), { asked });
    const recordings = world.newRecordings();
    const hearing = await recordings.hear(request);
    await world.begun(hearing);
    expect(world.running.records.size).toBe(1);
    hearing.stop('person');
    await world.until(() => world.running.records.size === 0);
    await recordings.noteAnswer(request.id, channelId, 'late');
    expect(world.running.records.size).toBe(0);
  });
});

it('that is over is not told as cut off by the next process although the store failed just then', async () => {
  const order = world.order();
  const answer = { panel: order.panel, locale: 'en-US' };
  const recordings = world.newRecordings();
  const working = world.running.delete.bind(world.running);
  let failed = 0;
  world.running.delete = async (id) => {
    failed += 1;
    if (failed > 2) return await working(id);
    throw new Error('the store is away');
  };
  const hearing = await recordings.hear(world.request(world.recording(await voiceMessage(1)), { answer }));
  await world.heard(hearing);
  await world.until(() => failed > 0);
  for (let step = 0; step < 10; step += 1) await world.clock.advance(1_000);
  expect(world.running.records.size).toBe(0);
  expect(world.spent).toBe(1);
});

it('that cannot be written down is not paid for, waiting or not, and others are heard', async () => {
  world.atOnce = 1;
  const recordings = world.newRecordings();
  const file = await voiceMessage(1);
  const failing = world.running.set.bind(world.running);
  world.running.set = async () => {
    throw new Error('the disk is full');
  };
  const lost = [
    await recordings.hear(world.request(world.recording(file))),
    await recordings.hear(world.request(world.recording(file))),
  ];
  for (const each of lost) {
    await each.over;
    expect(each.state).toMatchObject({ is: 'failed', error: { message: 'the disk is full' } });
  }
  world.running.set = failing;
  const hearing = await recordings.hear(world.request(world.recording(file)));
  expect(world.spent).toBe(0);
  await world.heard(hearing);
  expect(hearing.state).toMatchObject({ is: 'heard' });
});

describe('what cannot be heard', () => {
  it.each([
    ['silence', async () => await voiceMessage(2, 0), 'recording-silent'],
    [
      'noise in the file',
      async () => Buffer.from('OggS but not really'.repeat(40)),
      'recording-needs-ffmpeg',
    ],
    ['nothing', async () => Buffer.alloc(0), 'recording-needs-ffmpeg'],
  ] as const)('is refused in a sentence and costs nothing: %s', async (_, file, code) => {
    const hearing = await world.newRecordings().hear(world.request(world.recording(await file())));
    await world.begun(hearing);
    expect(hearing.state).toMatchObject({ is: 'failed', error: { facts: { code } } });
    expect(world.client.asked).toEqual([]);
    expect(await world.paid()).toBe(0);
  });

  it('is refused before it is fetched, if Discord says that it is too long or too large', async () => {
    const recordings = world.newRecordings();
    const file = await voiceMessage(1);
    for (const [changes, code] of [
      [{ seconds: 602 }, 'recording-too-long'],
      [{ bytes: 26 * 1024 * 1024 }, 'recording-too-large'],
    ] as const) {
      const refused = await rejection(
        recordings.hear(world.request(world.recording(file, changes))),
        Refusal,
      );
      expect(refused.facts.code).toBe(code);
    }
  });

  it('is a file that Discord does not have any more', async () => {
    const recording = world.recording(await voiceMessage(1));
    world.files.clear();
    const hearing = await world.newRecordings().hear(world.request(recording));
    await world.begun(hearing);
    expect(hearing.state).toMatchObject({ is: 'failed', error: { facts: { code: 'recording-gone' } } });
  });

  it('is a person who never wants to be heard, also when others ask, and from that moment on', async () => {
    const recordings = world.newRecordings();
    const file = await voiceMessage(10);
    const hearing = await recordings.hear(world.request(world.recording(file)));
    await world.begun(hearing);
    world.unheard.add(author);
    await world.clock.advance(1_000);
    expect(hearing.state).toEqual({ is: 'stopped', why: 'never' });
    expect(world.client.sessions[0]?.appendedMs).toBe(200);
    const refused = await rejection(recordings.hear(world.request(world.recording(file))), Refusal);
    expect(refused.facts.code).toBe('recording-never');
    expect(world.client.sessions).toHaveLength(1);
  });

  it('is a message that was deleted, waiting or in the middle', async () => {
    world.atOnce = 1;
    const recordings = world.newRecordings();
    const first = world.request(world.recording(await voiceMessage(10)));
    const second = world.request(world.recording(await voiceMessage(10)));
    const [heard, waiting] = [await recordings.hear(first), await recordings.hear(second)];
    await world.begun(heard);
    expect(waiting.state).toEqual({ is: 'waiting', ahead: 1 });
    for (const { recording } of [second, first]) world.deleteMessage(recording.messageId);
    for (const each of [heard, waiting]) expect(each.state).toEqual({ is: 'stopped', why: 'deleted' });
    expect(await world.paid()).toBeLessThanOrEqual(1);
  });
});

it('a person who is forgotten has nothing heard any more, neither what they asked for nor what they said', async () => {
  const recordings = world.newRecordings();
  const file = await voiceMessage(10);
  const asked = await recordings.hear(world.request(world.recording(file, { authorId: bob })));
  const said = await recordings.hear(
    world.request(world.recording(file, { authorId: ada }), { userId: bob }),
  );
  const other = await recordings.hear(
    world.request(world.recording(file, { authorId: bob }), { userId: bob }),
  );
  recordings.dropPerson(ada);
  for (const each of [asked, said]) expect(each.state).toEqual({ is: 'stopped', why: 'never' });
  expect(other.isOver).toBe(false);
});

describe('the queue', () => {
  it('gives the place of one that was stopped while it waited to the next one', async () => {
    world.atOnce = 1;
    const recordings = world.newRecordings();
    const file = await voiceMessage(10);
    const ask = async () => await recordings.hear(world.request(world.recording(file)));
    const [, second, third] = [await ask(), await ask(), await ask()];
    second.stop('person');
    await world.until(() => third.state.is === 'waiting' && third.state.ahead === 1);
    expect((await ask()).state).toEqual({ is: 'waiting', ahead: 2 });
  });

  it('takes members in turn, and so many at once', async () => {
    world.atOnce = 2;
    const recordings = world.newRecordings();
    const file = await voiceMessage(1);
    const ask = async (userId: string) =>
      await recordings.hear(world.request(world.recording(file), { userId }));
    const [first, second, third] = [await ask(ada), await ask(ada), await ask(ada)];
    const other = await ask(bob);
    expect(other.state).toEqual({ is: 'waiting', ahead: 1 });
    expect(third.state).toEqual({ is: 'waiting', ahead: 2 });
    const tooMany = await rejection(ask(ada), Refusal);
    expect(tooMany.facts).toEqual({ code: 'recordings-own-busy', limit: 3 });
    for (const each of [first, second, other, third]) {
      while (!each.isOver) {
        await world.clock.advance(100);
        await world.until(() => true);
      }
      expect(world.client.open_.length).toBeLessThanOrEqual(2);
    }
    for (const each of [first, second, third, other]) expect(each.state).toMatchObject({ is: 'heard' });
  });

  it('lets live calls connect first', async () => {
    const opening = world.client.open.bind(world.client);
    const asked: unknown[] = [];
    world.client.open = async (...given: Parameters<typeof opening>) => {
      asked.push(given[1]);
      return await opening(...given);
    };
    await world.begun(await world.hear(1));
    expect(asked).toEqual([expect.objectContaining({ canWait: true })]);
  });

  it('hears all of fifty that are asked for at once', async () => {
    const recordings = world.newRecordings();
    const file = await voiceMessage(1);
    const all = await Promise.all(
      Array.from({ length: 50 }, async (_, index) =>
        recordings.hear(world.request(world.recording(file), { userId: `${ada}${index}` })),
      ),
    );
    while (all.some((each) => !each.isOver)) {
      await world.clock.advance(200);
      expect(world.client.open_.length).toBeLessThanOrEqual(3);
    }
    expect(new Set(all.map(({ state }) => state.is))).toEqual(new Set(['heard']));
    expect(await world.paid()).toBe(50);
  });

  it('drops what waited so long that its answer could not be written any more', async () => {
    const recordings = world.newRecordings();
    const { panel } = world.order();
    const late = { ...panel, tokenExpiresAt: world.clock.now() + 239_000 };
    const answer = { panel: late, locale: 'en-US' };
    const hearing = await recordings.hear(world.request(world.recording(await voiceMessage(1)), { answer }));
    await world.begun(hearing);
    expect(hearing.state).toMatchObject({ is: 'failed', error: { facts: { code: 'recordings-busy' } } });
    expect(world.client.asked).toEqual([]);
  });

  it('ends with the process: nothing more is sent, and what was not sent is given back', async () => {
    const recordings = world.newRecordings();
    const hearing = await world.begin(10, recordings);
    await recordings.close();
    expect(hearing.state).toEqual({ is: 'stopped', why: 'restart' });
    expect(world.spent).toBeLessThanOrEqual(1);
    const refused = await rejection(recordings.hear(hearing.request), Refusal);
    expect(refused.facts.code).toBe('shutting-down');
  });
});
