import { describe, expect, it } from 'vitest';
import { LiveSession } from '../../../../src/call/sessions/live-session.ts';
import type { LiveSessionOptions } from '../../../../src/call/sessions/live-session-types.ts';
import { SessionSlots } from '../../../../src/call/sessions/session-slots.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import type {
  TranslationEvent,
  TranslationSession,
} from '../../../../src/service/realtime/translation/translation-types.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { silentLog } from '../../../support/fake-log.ts';
import { FakeTranslations } from '../../../support/fake-translation.ts';

type Options = LiveSessionOptions<TranslationSession, TranslationEvent>;

/** Sessions of translations: they finish, and there are places for them. */
function stage(
  clock = new FakeClock(),
  slots = new SessionSlots(4, () => clock.now()),
  more: Partial<Options> = {},
) {
  const service = new FakeTranslations();
  const happened: string[] = [];
  const channel = new LiveSession<TranslationSession, TranslationEvent>({
    open: async (opening) => await service.open({ from: 'en', to: 'es' }, opening),
    hasTurn: ({ is }) => is === 'source-done',
    isQuiet: () => true,
    reopens: false,
    slots,
    keptMs: 20_000,
    clock,
    log: silentLog,
    random: () => 0.5,
    tell: (event) => {
      if (event.is === 'closed') happened.push(event.repeats ? `${event.why}, repeats` : event.why);
      else if (event.is === 'failed') happened.push(event.how);
      else if (event.is === 'words-lost') happened.push(`${event.which} words lost`);
      else if (event.is === 'retried') happened.push('retried');
    },
    ...more,
  });
  const say = (ms: number, mark = 1) => {
    for (let at = 0; at < ms; at += 100) channel.append(new Uint8Array(3_200).fill(mark));
  };
  /** Says so much, and what follows from it at once happens. */
  const heard = async (ms: number, mark?: number) => {
    say(ms, mark);
    await clock.advance(0);
  };
  const silence = () => channel.append(new Uint8Array(3_200));
  return { clock, service, channel, happened, say, heard, silence };
}

const lost = (fault: 'unreachable' | 'invalid-request' | 'arrears' = 'unreachable') =>
  new ServiceError({ fault, code: 'Lost', nothingHappened: true });

describe('sessions one after the other', () => {
  it("aren't opened by silence", async () => {
    const { service, heard, clock, silence } = stage();
    silence();
    await clock.advance(0);
    expect(service.asked).toEqual([]);
    await heard(100);
    expect(service.asked).toHaveLength(1);
  });

  it('are given what was kept no faster than the connection takes it, and in order', async () => {
    const { service, say, clock } = stage();
    service.waitingMs = 1_000;
    const marks = Array.from({ length: 50 }, (_, at) => at + 1);
    for (const mark of marks.slice(0, 30)) say(100, mark);
    await clock.advance(500);
    const session = service.of('en>es');
    expect(session.appended).toEqual([]);
    for (const mark of marks.slice(30)) say(100, mark);
    session.waitingMs = 0;
    await clock.advance(20);
    expect(session.appended.map(([mark]) => mark)).toEqual(marks);
  });

  it('are opened again by the next word after an idle end', async () => {
    const { service, say, heard, clock, happened } = stage();
    say(100);
    await clock.advance(6_000);
    service.of('en>es').end({ is: 'idle' });
    await clock.advance(60_000);
    expect(service.asked).toHaveLength(1);
    await heard(200);
    expect(service.of('en>es').spokenMs).toBe(200);
    expect(happened).toEqual(['idle']);
  });

  it('are tried again with pauses, given up after a while, and tried again for the next word', async () => {
    const { service, say, heard, clock, channel, happened } = stage();
    service.failures.push(...Array.from({ length: 9 }, () => lost()));
    await heard(500);
    expect(channel.retries).toBe(true);
    await clock.advance(120_000);
    expect(service.asked).toHaveLength(9);
    expect(channel.state).toBe('idle');
    expect(happened).toEqual([...Array.from({ length: 8 }, () => 'retried'), 'given-up']);
    service.failures.push(lost());
    say(500);
    await clock.advance(60_000);
    expect(happened.at(-1)).toBe('retried');
    expect(service.of('en>es').spokenMs).toBe(500);
  });

  it('are opened again for what a lost one had not taken yet, without another word', async () => {
    const { service, say, clock } = stage();
    service.waitingMs = 1_000;
    say(500);
    await clock.advance(500);
    const [first] = service.sessions;
    expect(first?.appended).toEqual([]);
    service.waitingMs = 0;
    first?.end({ is: 'lost', error: lost() });
    await clock.advance(60_000);
    expect(service.sessions).toHaveLength(2);
    expect(service.of('en>es').spokenMs).toBe(500);
  });

  it("aren't tried again when the service refuses them, or only the bot's owner can help", async () => {
    const refused = stage();
    refused.service.failures.push(lost('invalid-request'));
    refused.say(500);
    await refused.clock.advance(60_000);
    refused.say(500);
    await refused.clock.advance(60_000);
    expect(refused.service.asked).toHaveLength(1);
    expect(refused.happened).toEqual(['refused']);
    const fatal = stage();
    fatal.service.failures.push(lost('arrears'));
    await fatal.heard(500);
    expect(fatal.happened).toEqual(['fatal']);
  });

  it('tell once for each opening that its first words were lost', async () => {
    const { service, say, clock, channel, happened } = stage();
    for (let opening = 0; opening < 2; opening += 1) {
      const go = service.holdOpenings();
      say(25_000);
      go();
      await clock.advance(0);
      channel.rest();
      await clock.advance(0);
    }
    expect(happened).toEqual(['first words lost', 'rested', 'first words lost', 'rested']);
  });

  it("tell when the last words didn't come within the service's time", async () => {
    const { service, heard, clock, channel, happened } = stage();
    service.holdsFinish = true;
    await heard(100);
    channel.rest();
    expect(channel.sessions).toBe(1);
    service.sessions[0]?.completeFinish('cut');
    await clock.advance(0);
    expect(happened).toEqual(['rested', 'last words lost']);
    expect(channel.sessions).toBe(0);
  });

  it('hear the next words after a rest once the last one has finished', async () => {
    const { service, heard, clock, channel } = stage();
    service.holdsFinish = true;
    await heard(100);
    channel.rest();
    await heard(300);
    expect(service.sessions).toHaveLength(1);
    service.sessions[0]?.completeFinish('finished');
    await clock.advance(0);
    expect(service.sessions).toHaveLength(2);
    expect(service.of('en>es').spokenMs).toBe(300);
  });

  it('make way for others by finishing, and come back with a word', async () => {
    const clock = new FakeClock();
    const slots = new SessionSlots(1, () => clock.now());
    const [first, second] = [stage(clock, slots), stage(clock, slots)];
    first.say(100);
    await clock.advance(1_000);
    await second.heard(100);
    expect(second.service.sessions).toHaveLength(0);
    await clock.advance(500);
    slots.review();
    await clock.advance(0);
    expect(first.service.sessions[0]?.finishing).toBe(true);
    expect(second.service.of('en>es').spokenMs).toBe(100);
    first.say(100);
    await clock.advance(1_500);
    slots.review();
    await clock.advance(0);
    expect(first.service.of('en>es').spokenMs).toBe(100);
    expect(second.service.open_).toEqual([]);
  });

  it('that end before one stood let the service hear what was said first', async () => {
    const { service, say, clock, channel } = stage();
    const go = service.holdOpenings();
    say(500);
    const ending = channel.end();
    say(500);
    go();
    await clock.advance(0);
    await ending;
    const [session] = service.sessions;
    expect(session).toMatchObject({ spokenMs: 500, finishing: true });
    expect(channel.sessions).toBe(0);
  });

  it('that end before one stood are over at once when nothing of it may be heard any more', async () => {
    const { service, say, clock, channel } = stage();
    service.holdOpenings();
    say(500);
    let isOver = false;
    void channel.end().then(() => {
      isOver = true;
    });
    await clock.advance(0);
    expect(isOver).toBe(false);
    channel.forgetKept();
    await clock.advance(0);
    expect([isOver, channel.busy]).toEqual([true, false]);
  });

  it('are finished in good time before they get too old for the service, however much is said', async () => {
    const { service, say, heard, clock, channel } = stage();
    await heard(100);
    for (let minute = 0; minute < 90; minute += 1) {
      channel.review(60_000);
      expect(service.sessions[0]?.finishing).toBe(false);
      await clock.advance(60_000);
      say(100);
    }
    expect(service.sessions[0]?.finishing).toBe(true);
    await clock.advance(0);
    expect(service.sessions).toHaveLength(2);
  });

  it('that are closed leave nothing behind, opening or open', async () => {
    const { service, say, clock, channel, happened } = stage();
    say(100);
    channel.close();
    await clock.advance(0);
    expect(service.open_).toEqual([]);
    const open = stage();
    await open.heard(100);
    open.channel.close();
    expect(open.service.open_).toEqual([]);
    await open.heard(100);
    expect(open.service.asked).toHaveLength(1);
    expect([...happened, ...open.happened]).toEqual(['asked']);
  });

  it('that come after they were closed are closed unused', async () => {
    const service = new FakeTranslations();
    const late = Promise.withResolvers<void>();
    const open: Options['open'] = async () => {
      await late.promise;
      return await service.open({});
    };
    const { say, clock, channel } = stage(undefined, undefined, { open });
    say(100);
    channel.close();
    late.resolve();
    await clock.advance(0);
    expect(service.sessions.map(({ closed, appended }) => [closed, appended])).toEqual([[true, []]]);
  });

  it('never rest at a great age while someone speaks, but right after', async () => {
    let isQuiet = false;
    const { service, say, clock, channel } = stage(undefined, undefined, { isQuiet: () => isQuiet });
    say(100);
    await clock.advance(91 * 60_000);
    channel.review();
    expect(service.sessions[0]?.finishing).toBe(false);
    isQuiet = true;
    channel.review();
    expect(service.sessions[0]?.finishing).toBe(true);
  });

  it.each(['idle', 'too-old'] as const)(
    'that end as %s in mid-sentence are opened again, and the next one hears that sentence whole',
    async (is) => {
      const { service, say, clock, happened } = stage();
      say(300, 7);
      await clock.advance(100);
      const [first] = service.sessions;
      first?.tell({ is: 'source-done', itemId: 'i1', text: 'Hello.', language: undefined });
      say(200, 1);
      say(100, 2);
      await clock.advance(100);
      first?.end({ is });
      await clock.advance(400);
      expect(service.asked).toHaveLength(1);
      await clock.advance(600);
      say(100, 3);
      expect(service.of('en>es').appended.map(([mark]) => mark)).toEqual([1, 1, 2, 3]);
      expect(happened).toEqual(['idle, repeats']);
    },
  );

  it('that end again and again in mid-sentence are given up', async () => {
    const { service, say, clock, channel, happened } = stage();
    for (let round = 0; round < 40 && !happened.includes('given-up'); round += 1) {
      say(100);
      await clock.advance(20_000);
      service.open_[0]?.end({ is: 'lost', error: lost() });
      await clock.advance(0);
    }
    expect(service.sessions.length).toBeLessThan(12);
    expect(channel.state).toBe('idle');
  });

  it('that are lost open the next one at once where one should always stand', async () => {
    const { service, clock, channel } = stage(undefined, undefined, { reopens: true });
    await channel.openFirst(new AbortController().signal);
    service.sessions[0]?.end({ is: 'lost', error: lost() });
    await clock.advance(1_000);
    expect(service.open_).toHaveLength(1);
    service.sessions[1]?.end({ is: 'idle' });
    await clock.advance(60_000);
    expect(service.open_).toHaveLength(0);
  });

  it('whose first one fails say so at once, and none follows', async () => {
    const { service, say, clock, channel } = stage();
    service.failures.push(lost());
    await expect(channel.openFirst(new AbortController().signal)).rejects.toThrow('Lost');
    say(100);
    await clock.advance(60_000);
    expect(service.asked).toHaveLength(1);
  });

  it('that send nothing any more are replaced, and hear what was said last', async () => {
    const { service, heard, clock, channel, happened } = stage();
    await heard(200, 5);
    channel.renew('mute');
    await clock.advance(0);
    expect(service.open_).toHaveLength(1);
    expect(service.of('en>es').appended.map(([mark]) => mark)).toEqual([5, 5]);
    expect(happened).toEqual(['mute']);
    channel.renew('outdated');
    await clock.advance(0);
    expect(service.of('en>es').appended).toEqual([]);
  });

  it('are told as they open what holds then: one that is opening begins again', async () => {
    const { service, heard, clock, channel } = stage();
    service.holdOpenings();
    await heard(100);
    service.gate = undefined;
    channel.reopen();
    await clock.advance(0);
    expect(service.asked).toHaveLength(2);
    expect(service.of('en>es').spokenMs).toBe(100);
    channel.reopen();
    await clock.advance(0);
    expect(service.asked).toHaveLength(2);
  });

  it('whose place was given away while they were closed take none', async () => {
    const clock = new FakeClock();
    const slots = new SessionSlots(1, () => clock.now());
    const { service, heard, channel } = stage(clock, slots);
    await heard(100);
    service.sessions[0]?.end({ is: 'lost', error: lost() });
    channel.close();
    await clock.advance(60_000);
    expect(slots.taken).toBe(0);
  });
});
