import { describe, expect, test } from 'vitest';
import { CallLife } from '../../../src/call/call-life.ts';
import type { CallNews, CallWork } from '../../../src/call/call-work.ts';
import type { CallBasics, CallEvent } from '../../../src/call/types.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import type { RoomLease } from '../../../src/voice/room/types.ts';
import { CallScene } from '../../support/call-scene.ts';
import { callRequest } from '../../support/conversation-world.ts';
import { RoomScene } from '../../support/room-scene.ts';

const it = test
  .extend('scene', () => CallScene.start())
  .extend('call', () => PlainCall.start())
  .extend('fresh', () => new CallScene());

describe('a call whose bot is moved', () => {
  it('is in the new channel from that moment on, tells its listeners, and remembers it when it is over', async () => {
    const scene = await CallScene.start();
    const seen: string[] = [];
    scene.call.onChange(() => seen.push(scene.call.channelId));
    expect(scene.call.channelId).toBe('voice');
    scene.lease.become({ is: 'moved', channelId: 'elsewhere', from: 'voice' });
    expect(seen).toEqual(['elsewhere']);
    scene.lease.become({ is: 'ready', channelId: 'elsewhere' });
    await scene.call.stop();
    expect(scene.call.channelId).toBe('elsewhere');
  });

  it('is told of it although nothing else has changed', ({ scene }) => {
    let told = 0;
    scene.call.onChange(() => {
      told += 1;
    });
    scene.lease.become({ is: 'ready', channelId: 'elsewhere' });
    scene.lease.become({ is: 'ready', channelId: 'elsewhere' });
    expect(told).toBe(1);
  });
});

describe('a call that ended', () => {
  it('tells who stopped it', async ({ scene }) => {
    await scene.call.stop('asked', 'ben');
    expect(scene.call.state).toEqual({ is: 'ended', end: 'asked', by: 'ben' });
  });

  it('tells of nobody where nobody stopped it', async ({ scene }) => {
    await scene.call.stop('idle');
    expect(scene.call.state).toEqual({ is: 'ended', end: 'idle' });
  });
});

describe('a call whose bot is muted by the server', () => {
  it('knows whether people spoke to it meanwhile, and forgets it once they are told', async ({ scene }) => {
    await scene.speak(800, 'ann');
    scene.lease.become({ is: 'muted', channelId: 'voice' });
    await scene.quiet(1_000);
    expect(scene.lease.notices.missedWords?.()).toBe(false);
    await scene.speak(200, 'ann');
    expect(scene.lease.notices.missedWords?.()).toBe(false);
    await scene.quiet(500);
    await scene.speak(800, 'ann');
    expect(scene.lease.notices.missedWords?.()).toBe(true);
    expect(scene.lease.notices.missedWords?.()).toBe(false);
  });

  it('knows nothing of people who did not agree', async ({ scene }) => {
    scene.lease.become({ is: 'muted', channelId: 'voice' });
    await scene.speak(800, 'ben');
    expect(scene.lease.notices.missedWords?.()).toBe(false);
  });
});

describe('a call while spending is paused', () => {
  it('goes on for the minute that is paid, and then says why it ended', async ({ scene }) => {
    await scene.clock.advance(30_000);
    scene.spending.isPaused = true;
    await scene.clock.advance(29_000);
    expect(scene.call.state.is).toBe('running');
    await scene.clock.advance(2_000);
    expect(scene.call.state).toMatchObject({ is: 'ended', end: 'paused' });
    expect(scene.spending.spentSeconds).toBe(60);
  });

  it('says something else when nothing is left of the day', async ({ fresh: scene }) => {
    scene.spending.leftSeconds = 60;
    await scene.start();
    await scene.clock.advance(61_000);
    expect(scene.call.state).toMatchObject({ is: 'ended', end: 'spent' });
  });

  it('is not begun', async ({ fresh: scene }) => {
    scene.spending.isPaused = true;
    await expect(scene.start()).rejects.toMatchObject({ facts: { code: 'spending-paused', by: 'guild' } });
    expect(scene.service.sessions).toEqual([]);
  });
});

describe('a call that cannot begin', () => {
  it('because nothing is left of the day is refused, and no error in the log', async ({ fresh: scene }) => {
    scene.spending.leftSeconds = 0;
    await expect(scene.start()).rejects.toMatchObject({ facts: { code: 'quota-spent' } });
    expect(scene.log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
    expect(scene.log.lines.filter(({ msg }) => msg === 'a call ended')).toHaveLength(1);
  });

  it('because the service refuses is an error in the log', async ({ fresh: scene }) => {
    scene.service.failures.push(
      new ServiceError({ fault: 'credentials', code: 'InvalidApiKey', nothingHappened: true }),
    );
    await expect(scene.start()).rejects.toBeInstanceOf(ServiceError);
    expect(scene.log.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  });
});

/** A call of which a test says what happens in its room. */
class PlainCall extends CallLife<{ request: CallBasics; work: CallWork; line: string; trouble: string }> {
  readonly events: CallEvent<string>[] = [];
  happens: (news: CallNews<string, string>) => void = () => undefined;

  static async start(): Promise<PlainCall> {
    const { rooms, spending, clock, log } = new RoomScene();
    const kind = {
      kind: 'conversation',
      feature: { name: 'plain', rank: 1 },
      lastingTroubles: new Set(['deaf']),
    } as const;
    const call = new PlainCall(callRequest(), { rooms, spending, clock, log: log.log }, kind);
    call.watch((event) => call.events.push(event));
    await call.open();
    return call;
  }

  protected override workIn(lease: RoomLease): CallWork {
    this.happens = (news) => this.hear(news, lease);
    const [hear, leave, depart, close] = [() => {}, () => {}, () => {}, () => {}];
    return { activity: 'listening', speaker: undefined, sessions: 0, hear, leave, depart, close };
  }
}

describe('what happens in the room of a call', () => {
  it('is told to those who listen: what is said, who echoes the bot, and who left', async ({ call }) => {
    call.join('ann');
    call.happens({ is: 'line', line: 'hello' });
    call.happens({ is: 'echo', userId: 'ann' });
    call.depart('ann');
    await call.leave('ann');
    expect(call.events).toEqual([
      { is: 'line', line: 'hello' },
      { is: 'echo', userId: 'ann' },
      { is: 'left', userId: 'ann' },
      { is: 'left', userId: 'ann' },
    ]);
  });

  it('is a trouble until something works again, or for good', ({ call }) => {
    call.happens({ is: 'trouble', trouble: 'busy' });
    expect(call.trouble).toBe('busy');
    call.happens({ is: 'works', again: ['other'] });
    expect(call.trouble).toBe('busy');
    call.happens({ is: 'trouble', trouble: 'deaf' });
    call.happens({ is: 'works' });
    expect(call.trouble).toBe('deaf');
  });

  it('ends it if it cannot go on, and says why', async ({ call }) => {
    const error = new Error('broken');
    call.happens({ is: 'failed', error });
    expect(await call.ended).toBe('service');
    expect(call.state).toMatchObject({ is: 'ended', end: 'service', error });
  });
});
