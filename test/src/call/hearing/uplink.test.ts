import { describe, expect, test } from 'vitest';
import { type EndpointingSettings, usualEndpointing } from '../../../../src/call/hearing/endpointing.ts';
import { LearntPauses } from '../../../../src/call/hearing/turn.ts';
import { Uplink } from '../../../../src/call/hearing/uplink.ts';
import type { HeardFrame } from '../../../../src/voice/ears/types.ts';
import { asSpeech } from '../../../support/speech-frames.ts';

const it = test.extend('scene', () => new Scene());

const speech = new Int16Array(320).map((_, index) => (index % 2 === 0 ? 8_000 : -8_000));
const hum = new Int16Array(320).map((_, index) => (index % 2 === 0 ? 30 : -30));

/** A call in which time goes by in steps of 20 ms. */
class Scene {
  readonly log: string[] = [];
  readonly turns: string[] = [];
  readonly pauses: LearntPauses;
  readonly uplink: Uplink;
  readonly sent: number[] = [];
  appendedMs = 0;
  longestSilenceMs = 0;
  #notedAtMs = -1;
  #endedMs = 0;
  nowMs = 0;
  readonly #rtp = new Map<string, number>();

  /** Whose speech was appended, one after the other: `ann 400`. */
  readonly voices: string[] = [];
  mayFollow = true;

  constructor(changes: Partial<EndpointingSettings> = {}) {
    const settings = { ...usualEndpointing, ...changes };
    this.pauses = new LearntPauses(settings);
    this.uplink = new Uplink({
      settings,
      pauses: this.pauses,
      sink: {
        append: (pcm, userId) => {
          const silent = pcm.every((byte) => byte === 0);
          if (!silent) this.noteVoice(userId, pcm.length / 32);
          this.appendedMs += pcm.length / 32;
          this.sent.push(...new Int16Array(pcm.slice().buffer));
          this.note(silent ? 'silence' : 'speech', pcm.length / 32);
        },
        endTurn: () => void this.log.push('end'),
      },
      tell: ({ is, userId }) => void this.turns.push(`${userId} ${is}`),
      mayFollow: () => this.mayFollow,
    });
  }

  noteVoice(userId: string, durationMs: number): void {
    const [last, ms] = this.voices.at(-1)?.split(' ') ?? [];
    if (last === userId) this.voices.pop();
    this.voices.push(`${userId} ${durationMs + (last === userId ? Number(ms) : 0)}`);
  }

  /** They speak at the same time, and the service commits what it has 160 ms after each turn's end. */
  together(durationMs: number, ...speakers: readonly string[]): void {
    for (let passed = 0; passed < durationMs; passed += 20) {
      for (const userId of speakers) {
        const rtpTimestamp = this.nowMs * 48 + userId.charCodeAt(0) * 1_000_000;
        this.uplink.hear(asSpeech({ userId, samples: speech, rtpTimestamp, kind: 'spoken' }), this.nowMs);
      }
      if (this.turns.at(-1)?.endsWith('ended')) this.#endedMs += 20;
      else this.#endedMs = 0;
      if (this.#endedMs === 160) this.uplink.committed();
      this.uplink.tick(this.nowMs);
      this.nowMs += 20;
    }
  }

  /** Silence comes in appends of 100 ms at most; that of one moment is counted together. */
  note(what: 'speech' | 'silence', durationMs: number): void {
    const before = this.#notedAtMs === this.nowMs && /^silence (\d+)$/.exec(this.log.at(-1) ?? '');
    this.#notedAtMs = this.nowMs;
    this.longestSilenceMs = Math.max(this.longestSilenceMs, what === 'silence' ? durationMs : 0);
    if (what === 'silence' && before)
      this.log[this.log.length - 1] = `silence ${Number(before[1]) + durationMs}`;
    else this.log.push(`${what} ${durationMs}`);
  }

  /** So many milliseconds of somebody, or of nobody: everybody else sends silence. */
  go(durationMs: number, speaker?: { readonly userId: string; readonly samples?: Int16Array }): void {
    for (let passed = 0; passed < durationMs; passed += 20) {
      for (const [userId, rtp] of this.#rtp) this.#rtp.set(userId, rtp + 960);
      if (speaker) this.#rtp.set(speaker.userId, this.#rtp.get(speaker.userId) ?? 5_000);
      for (const [userId, rtpTimestamp] of this.#rtp) {
        const speaks = userId === speaker?.userId;
        const samples = speaks ? (speaker.samples ?? speech) : new Int16Array(320);
        const frame: HeardFrame = { userId, samples, rtpTimestamp, kind: speaks ? 'spoken' : 'silence' };
        this.uplink.hear(asSpeech(frame), this.nowMs);
      }
      this.uplink.tick(this.nowMs);
      this.nowMs += 20;
    }
  }

  /** Their packets are held up for so long, and then come all at once. */
  holdUp(durationMs: number, { userId }: { readonly userId: string }): void {
    for (let passed = 0; passed < durationMs; passed += 20) {
      this.nowMs += 20;
      this.uplink.tick(this.nowMs);
    }
    for (let passed = 0; passed < durationMs; passed += 20) {
      const rtpTimestamp = (this.#rtp.get(userId) ?? 5_000) + 960;
      this.#rtp.set(userId, rtpTimestamp);
      const frame: HeardFrame = { userId, samples: speech, rtpTimestamp, kind: 'spoken' };
      this.uplink.hear(asSpeech(frame), this.nowMs);
    }
  }
}

const ann = { userId: 'ann' };
const ben = { userId: 'ben' };

describe('what people say, on its way to the service', () => {
  it('is nothing at all while nobody speaks', ({ scene }) => {
    scene.go(5_000);
    scene.go(2_000, { userId: 'ann', samples: hum });
    expect(scene.log).toEqual([]);
    expect(scene.turns).toEqual([]);
  });

  it('begins with the quiet beginning of the first word, and with nothing that came long before', () => {
    const scene = new Scene();
    scene.go(2_000, { userId: 'ann', samples: hum });
    scene.go(100, ann);
    scene.go(100);
    expect(scene.sent.filter((sample) => Math.abs(sample) === 30)).toHaveLength(1_920);
    expect(scene.sent.findIndex((sample) => Math.abs(sample) === 8_000)).toBe(1_920);
  });

  it('begins without what somebody hummed before they fell silent', ({ scene }) => {
    scene.go(200, { userId: 'ann', samples: hum });
    scene.go(40);
    scene.go(100, ann);
    expect(Math.abs(scene.sent[0] ?? 0)).toBe(8_000);
  });

  it.each([
    ['goes on with packets of next to nothing', { userId: 'ann', samples: hum }],
    ['sends none', undefined],
  ])('keeps its pauses as long as they are, paced, where somebody %s', (_, between) => {
    for (const pauseMs of [40, 100, 160, 300, 540, 700]) {
      const scene = new Scene({ mode: 'paced' });
      scene.go(200, ann);
      scene.go(pauseMs, between);
      scene.go(200, ann);
      scene.go(200);
      const loud = (sample: number | undefined) => Math.abs(sample ?? 0) === 8_000;
      const second = scene.sent.findIndex(
        (sample, at) => loud(sample) && at > 0 && !loud(scene.sent[at - 1]),
      );
      expect([pauseMs, second / 16]).toEqual([pauseMs, 200 + pauseMs]);
    }
  });

  it('has no pause made longer, paced, by packets that are only late', () => {
    const scene = new Scene({ mode: 'paced' });
    scene.go(200, ann);
    scene.go(120, { userId: 'ann', samples: hum });
    scene.holdUp(100, ann);
    scene.go(200, ann);
    expect(scene.log.filter((entry) => entry.startsWith('silence'))).toEqual([]);
  });

  it('goes in appends of 100 ms, each as soon as it is there', ({ scene }) => {
    scene.go(100, ann);
    expect(scene.log).toEqual(['speech 100']);
    scene.go(200, ann);
    expect(scene.log).toEqual(['speech 100', 'speech 100', 'speech 100']);
  });

  it('ends, after the pause, with the silence as an append of its own', ({ scene }) => {
    scene.go(400, ann);
    scene.go(480);
    expect(scene.log).not.toContain('silence 1200');
    scene.go(60);
    expect(scene.log.at(-1)).toBe('silence 1200');
    expect(scene.turns).toEqual(['ann began', 'ann ended']);
    scene.go(5_000);
    expect(scene.log.filter((entry) => entry.startsWith('silence'))).toHaveLength(1);
    expect(scene.longestSilenceMs).toBe(100);
  });

  it('waits longer for somebody who was learnt to pause', ({ scene }) => {
    scene.pauses.cutOff('ann', 1_900);
    scene.go(400, ann);
    scene.go(1_800);
    expect(scene.turns).toEqual(['ann began']);
    scene.go(400);
    expect(scene.turns).toEqual(['ann began', 'ann ended']);
  });

  it.each(['block', 'paced', 'manual'] as const)(
    'waits longer for somebody who went on right after their turn was ended, in %s mode',
    (mode) => {
      const scene = new Scene({ mode });
      scene.go(400, ann);
      scene.go(700);
      scene.uplink.committed();
      scene.go(400, ann);
      expect(scene.pauses.of('ann')).toBeGreaterThan(700);
      scene.go(2_000);
      scene.uplink.committed();
      scene.go(3_000);
      const learnt = scene.pauses.of('ann');
      scene.go(400, ann);
      expect(scene.pauses.of('ann')).toBe(learnt);
    },
  );

  it('keeps a pause inside a turn, below what the service takes for its end', ({ scene }) => {
    scene.go(200, ann);
    scene.go(300);
    scene.go(200, ann);
    expect(scene.log).toEqual(['speech 100', 'speech 100', 'silence 300', 'speech 100', 'speech 100']);
    const patient = new Scene({ pauseMs: 2_000 });
    patient.go(200, ann);
    patient.go(1_500);
    patient.go(200, ann);
    expect(patient.log[2]).toBe('silence 600');
  });

  it('that comes late and all at once is no pause: nothing is put into the middle of a word', ({ scene }) => {
    scene.go(200, ann);
    scene.holdUp(400, ann);
    scene.go(200, ann);
    expect(scene.log).toEqual(new Array(8).fill('speech 100'));
    expect(scene.turns).toEqual(['ann began']);
    scene.go(600);
    expect(scene.pauses.of('ann')).toBeLessThan(500);
  });

  it('is waited for when it stops without the silence that ends speech, and for no longer than half a second more', () => {
    const scene = new Scene();
    scene.go(200, ann);
    scene.holdUp(900, ann);
    expect(scene.turns).toEqual(['ann began']);
    scene.holdUp(1_100, ann);
    expect(scene.turns).toEqual(['ann began', 'ann ended']);
  });

  it('is held until the turn is committed, and then sent whole', ({ scene }) => {
    scene.go(400, ann);
    scene.go(540);
    const before = scene.log.length;
    scene.go(200, ben);
    expect(scene.log).toHaveLength(before);
    scene.uplink.committed();
    scene.go(100, ben);
    expect(scene.log.slice(before)).toEqual(['speech 100', 'speech 100', 'speech 100']);
    expect(scene.turns).toEqual(['ann began', 'ann ended', 'ben began']);
  });

  it('is held no longer than a second, should the service not commit', ({ scene }) => {
    scene.go(400, ann);
    scene.go(540);
    const before = scene.log.length;
    scene.go(900, ben);
    expect(scene.log).toHaveLength(before);
    scene.go(200, ben);
    expect(scene.log.slice(before).filter((entry) => entry === 'speech 100').length).toBeGreaterThanOrEqual(
      9,
    );
  });

  it('ends after a minute, even if someone still speaks', ({ scene }) => {
    scene.go(60_100, ann);
    expect(scene.turns.slice(0, 2)).toEqual(['ann began', 'ann ended']);
  });

  it('in paced mode sends silence as time goes by, and stops with the next word', () => {
    const scene = new Scene({ mode: 'paced' });
    scene.go(200, ann);
    scene.go(400);
    const silences = scene.log.filter((entry) => entry === 'silence 100').length;
    expect(silences).toBeGreaterThanOrEqual(2);
    expect(silences).toBeLessThanOrEqual(4);
    scene.go(200, ann);
    scene.go(3_000);
    const sent = scene.log.slice(scene.log.lastIndexOf('speech 100') + 1);
    expect(sent).toEqual(new Array(12).fill('silence 100'));
  });

  it('in manual mode sends no silence, and ends the turn itself', () => {
    const scene = new Scene({ mode: 'manual' });
    scene.go(400, ann);
    scene.go(1_000);
    expect(scene.log).toEqual([...new Array(4).fill('speech 100'), 'end']);
  });

  it('ends at once when the person with the floor lets go', () => {
    const scene = new Scene({ mode: 'manual' });
    scene.go(400, ann);
    scene.uplink.finish(scene.nowMs);
    expect(scene.log.at(-1)).toBe('end');
    scene.uplink.finish(scene.nowMs);
    expect(scene.log.filter((entry) => entry === 'end')).toHaveLength(1);
  });

  it('of somebody who withdrew is not sent, also not what was held', ({ scene }) => {
    scene.go(400, ann);
    scene.go(540);
    scene.go(200, ben);
    scene.uplink.remove('ben');
    const before = scene.log.length;
    scene.uplink.committed();
    scene.go(200);
    expect(scene.log).toHaveLength(before);
  });

  it('learns from a turn how its speaker pauses', ({ scene }) => {
    for (let turn = 0; turn < 5; turn += 1) {
      scene.go(200, ann);
      scene.go(400);
      scene.go(200, ann);
      scene.go(2_000);
      scene.uplink.committed();
    }
    expect(scene.pauses.of('ann')).toBeCloseTo(500, -2);
    const quick = new Scene();
    for (let turn = 0; turn < 40; turn += 1) {
      quick.go(400, ben);
      quick.go(2_000);
      quick.uplink.committed();
    }
    expect(quick.pauses.of('ben')).toBeLessThan(320);
  });

  it('keeps nothing of how somebody pauses once they withdrew', ({ scene }) => {
    const usual = scene.pauses.of('ben');
    scene.go(400, ben);
    scene.go(2_000);
    expect(scene.pauses.of('ben')).not.toBe(usual);
    scene.uplink.remove('ben');
    expect(scene.pauses.of('ben')).toBe(usual);
  });
});

describe('people who speak at the same time', () => {
  it('are sent one after the other, each of them whole', ({ scene }) => {
    scene.together(600, 'ann');
    scene.together(1_000, 'ann', 'ben');
    scene.together(600, 'ben');
    scene.together(3_000);
    expect(scene.turns).toEqual(['ann began', 'ann ended', 'ben began', 'ben ended']);
    expect(scene.voices).toEqual(['ann 1600', 'ben 1600']);
  });

  it('have the quiet beginning of their first word, also what came before the other one began', () => {
    const scene = new Scene();
    const say = (userId: string, samples: Int16Array) => {
      const rtpTimestamp = scene.nowMs * 48 + userId.charCodeAt(0) * 1_000_000;
      scene.uplink.hear(asSpeech({ userId, samples, rtpTimestamp, kind: 'spoken' }), scene.nowMs);
    };
    for (let frame = 0; frame < 40; frame += 1) {
      say('ben', frame < 6 ? hum : speech);
      if (frame >= 3) say('ann', speech);
      scene.together(20);
    }
    scene.together(3_000);
    expect(scene.turns.filter((turn) => turn.endsWith('began'))).toEqual(['ann began', 'ben began']);
    expect(scene.sent.filter((sample) => Math.abs(sample) === 30)).toHaveLength(6 * 320);
  });

  it('end a turn as soon as another one goes on alone, and who paused there was not cut off', ({ scene }) => {
    scene.pauses.cutOff('ann', 1_900);
    scene.together(600, 'ann');
    const endMs = scene.nowMs;
    scene.together(260, 'ben');
    expect(scene.turns).toEqual(['ann began', 'ann ended']);
    expect(scene.nowMs - endMs).toBeLessThanOrEqual(260);
    const learnt = scene.pauses.of('ann');
    scene.together(400, 'ann', 'ben');
    scene.together(2_500);
    expect(scene.pauses.of('ann')).toBeLessThanOrEqual(learnt);
    expect(scene.voices).toEqual(['ann 600', 'ben 660', 'ann 400']);
  });

  it("end nobody's turn with a word while the other one only breathes", ({ scene }) => {
    scene.together(600, 'ann');
    scene.together(100, 'ben');
    scene.together(160);
    scene.together(600, 'ann');
    scene.together(3_000);
    expect(scene.voices).toEqual(['ann 1200', 'ben 100']);
  });

  it('have turns that end at their own pauses, also those that had to wait', ({ scene }) => {
    scene.together(400, 'ann', 'ben');
    scene.together(1_000, 'ann');
    scene.together(400, 'ann', 'ben');
    scene.together(4_000);
    expect(scene.turns.filter((turn) => turn === 'ben began')).toHaveLength(2);
    expect(scene.voices).toEqual(['ann 1800', 'ben 800']);
  });

  it("take nobody's answer away with a short word: it waits until that's over, and is sent whole", () => {
    const scene = new Scene();
    scene.mayFollow = false;
    scene.together(400, 'ann');
    scene.together(300, 'ann', 'ben');
    scene.together(3_000);
    expect(scene.voices).toEqual(['ann 700']);
    expect(scene.uplink.busy).toBe(true);
    scene.mayFollow = true;
    scene.together(1_500);
    expect(scene.voices).toEqual(['ann 700', 'ben 300']);
    expect(scene.uplink.busy).toBe(false);
  });

  it('a short word waits eight seconds for an answer to end, and then it is heard', ({ scene }) => {
    scene.mayFollow = false;
    scene.together(400, 'ann');
    scene.together(300, 'ann', 'ben');
    scene.together(7_900);
    expect(scene.voices).toEqual(['ann 700']);
    scene.together(1_500);
    expect(scene.voices).toEqual(['ann 700', 'ben 300']);
    expect(scene.uplink.busy).toBe(false);
  });

  it('are heard at once if they say more than a word', ({ scene }) => {
    scene.mayFollow = false;
    scene.together(1_200, 'ann', 'ben');
    scene.together(2_000);
    expect(scene.voices).toEqual(['ann 1200', 'ben 1200']);
  });

  it('are not sent once they withdrew, and the next one is', ({ scene }) => {
    scene.together(600, 'ann', 'ben', 'cem');
    scene.uplink.remove('ben');
    scene.uplink.remove('ann');
    scene.together(2_000);
    expect(scene.voices.at(-1)).toBe('cem 600');
    expect(scene.voices.join()).not.toContain('ben');
  });

  it('end the silence that is sent in real time, paced, as soon as another one goes on alone', () => {
    const scene = new Scene({ mode: 'paced', extraSilenceMs: 6_000 });
    scene.together(600, 'ann');
    scene.together(600, 'ben');
    scene.uplink.committed();
    scene.together(40, 'ben');
    expect(scene.log.filter((entry) => entry.startsWith('silence'))).not.toEqual([]);
    expect(scene.appendedMs).toBeGreaterThanOrEqual(600 + 6_800 + 500);
    expect(scene.voices).toEqual(['ann 600', 'ben 600']);
  });
});
