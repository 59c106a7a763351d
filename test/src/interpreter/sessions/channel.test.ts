import { describe, expect, it } from 'vitest';
import { TranslationChannel } from '../../../../src/interpreter/sessions/channel.ts';
import { SessionSlots } from '../../../../src/interpreter/sessions/session-slots.ts';
import { ServiceError } from '../../../../src/service/errors.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { silentLog } from '../../../support/fake-log.ts';
import { FakeTranslations } from '../../../support/fake-translation.ts';

function stage(clock = new FakeClock(), slots = new SessionSlots(4, () => clock.now())) {
  const service = new FakeTranslations();
  const happened: string[] = [];
  const channel = new TranslationChannel({
    client: service,
    clock,
    log: silentLog,
    random: () => 0.5,
    settings: { from: 'en', to: 'es' },
    slots,
    longestWaitMs: 20_000,
    listenerTo: () => ({ hear: () => undefined, over: () => happened.push('over') }),
    onTrouble: (trouble) => happened.push(trouble),
    onChange: () => undefined,
    onFatal: () => happened.push('fatal'),
  });
  const say = (ms: number, mark = 1) => {
    for (let at = 0; at < ms; at += 100) channel.append(new Uint8Array(3_200).fill(mark));
  };
  return { clock, service, channel, happened, say, silence: () => channel.append(new Uint8Array(3_200)) };
}

const lost = (fault: 'unreachable' | 'invalid-request' | 'arrears' = 'unreachable') =>
  new ServiceError({ fault, code: 'Lost', nothingHappened: true });

describe("a speaker's way into a language", () => {
  it("isn't opened by silence", async () => {
    const { service, silence, say, clock } = stage();
    silence();
    await clock.advance(0);
    expect(service.asked).toEqual([]);
    say(100);
    await clock.advance(0);
    expect(service.asked).toHaveLength(1);
  });

  it('gives what was kept no faster than the connection takes it, and in order', async () => {
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

  it('is opened again by the next word after an idle end, without a word about it', async () => {
    const { service, say, clock, happened } = stage();
    say(100);
    await clock.advance(0);
    service.of('en>es').end({ is: 'idle' });
    await clock.advance(60_000);
    expect(service.asked).toHaveLength(1);
    say(200);
    await clock.advance(0);
    expect(service.of('en>es').spokenMs).toBe(200);
    expect(happened).toEqual(['over']);
  });

  it('tries again with pauses while somebody speaks, gives up after a while, and tries again for the next word', async () => {
    const { service, say, clock, channel, happened } = stage();
    service.failures.push(...Array.from({ length: 6 }, () => lost()));
    say(500);
    await clock.advance(0);
    expect(channel.retries).toBe(true);
    await clock.advance(60_000);
    expect(service.asked).toHaveLength(6);
    expect(channel.state).toBe('idle');
    expect(new Set(happened)).toEqual(new Set(['connection-lost']));
    say(500);
    await clock.advance(60_000);
    expect(service.of('en>es').spokenMs).toBe(500);
  });

  it('is opened again for what a lost session had not taken yet, without another word', async () => {
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

  it("isn't tried again when the service refuses it, and ends the call when only the operator can help", async () => {
    const refused = stage();
    refused.service.failures.push(lost('invalid-request'));
    refused.say(500);
    await refused.clock.advance(60_000);
    refused.say(500);
    await refused.clock.advance(60_000);
    expect(refused.service.asked).toHaveLength(1);
    expect(refused.happened).toEqual(['refused-request']);
    const fatal = stage();
    fatal.service.failures.push(lost('arrears'));
    fatal.say(500);
    await fatal.clock.advance(0);
    expect(fatal.happened).toEqual(['fatal']);
  });

  it("tells when the last words did not come within the service's time", async () => {
    const { service, say, clock, channel, happened } = stage();
    service.holdsFinish = true;
    say(100);
    await clock.advance(0);
    channel.rest();
    expect(channel.sessions).toBe(1);
    service.sessions[0]?.completeFinish('cut');
    await clock.advance(0);
    expect(happened).toEqual(['over', 'last-words-lost']);
    expect(channel.sessions).toBe(0);
  });

  it('that rests hears the next words in a session of its own, once the last one has finished', async () => {
    const { service, say, clock, channel } = stage();
    service.holdsFinish = true;
    say(100);
    await clock.advance(0);
    channel.rest();
    say(300);
    await clock.advance(0);
    expect(service.sessions).toHaveLength(1);
    service.sessions[0]?.completeFinish('finished');
    await clock.advance(0);
    expect(service.sessions).toHaveLength(2);
    expect(service.of('en>es').spokenMs).toBe(300);
  });

  it('makes way for others by finishing, and comes back with a word', async () => {
    const clock = new FakeClock();
    const slots = new SessionSlots(1, () => clock.now());
    const [first, second] = [stage(clock, slots), stage(clock, slots)];
    first.say(100);
    await clock.advance(1_000);
    second.say(100);
    await clock.advance(0);
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

  it('that ends before it stood lets the service hear what was said first', async () => {
    const { service, say, clock, channel } = stage();
    let go: () => void = () => undefined;
    service.gate = new Promise((resolve) => {
      go = resolve;
    });
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

  it('is finished in good time before it gets too old for the service, however much is said', async () => {
    const { service, say, clock, channel } = stage();
    say(100);
    await clock.advance(0);
    for (let minute = 0; minute < 90; minute += 1) {
      channel.review(60_000);
      expect(service.sessions[0]?.finishing).toBe(false);
      await clock.advance(60_000);
      say(100);
    }
    channel.review(60_000);
    expect(service.sessions[0]?.finishing).toBe(true);
    say(100);
    await clock.advance(0);
    expect(service.sessions).toHaveLength(2);
  });

  it('that is closed leaves nothing behind, opening or open', async () => {
    const { service, say, clock, channel, happened } = stage();
    say(100);
    channel.close();
    await clock.advance(0);
    expect(service.open_).toEqual([]);
    const open = stage();
    open.say(100);
    await open.clock.advance(0);
    open.channel.close();
    expect(open.service.open_).toEqual([]);
    open.say(100);
    await open.clock.advance(0);
    expect(open.service.asked).toHaveLength(1);
    expect([...happened, ...open.happened]).toEqual(['over']);
  });
});
