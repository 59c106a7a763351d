import { describe, expect, test } from 'vitest';
import { EchoGuard } from '../../../../src/call/hearing/echo.ts';
import { usualEcho } from '../../../../src/call/hearing/echo-settings.ts';
import { usualEndpointing } from '../../../../src/call/hearing/endpointing.ts';
import { HeldSpeech } from '../../../../src/call/hearing/held-speech.ts';
import type { SpeechFrame } from '../../../../src/call/hearing/speech-frame.ts';
import { LearntPauses } from '../../../../src/call/hearing/turn.ts';
import { Uplink } from '../../../../src/call/hearing/uplink.ts';
import { Listening } from '../../../../src/conversation/hearing/listening.ts';
import { usualInterruption } from '../../../../src/conversation/settings/interruption.ts';
import { OverlapJudge, type OverlapVerdict } from '../../../../src/conversation/turns/barge-in.ts';
import type { HeardFrame } from '../../../../src/voice/ears/types.ts';
import { asSpeech } from '../../../support/speech-frames.ts';

const it = test.extend('scene', () => whileItSpeaks());

/** From 0 to 1, the same each time. */
function drawn(...numbers: readonly number[]): number {
  const mixed = Math.sin(numbers.reduce((sum, each, index) => sum + each * (12.9898 + 65.233 * index), 0.5));
  return Math.abs(mixed * 43_758.5453) % 1;
}

/** 20 ms of something like speech: another vowel every 100 ms, and loudness that comes and goes with it. */
function babble(rateHz: number, seed: number, frame: number): Int16Array {
  const syllable = Math.floor(frame / 5);
  const loud = (300 + 5_000 * drawn(seed, syllable, 1)) * (1 - 0.15 * (frame % 5));
  const peaks = [250 + 600 * drawn(seed, syllable, 2), 900 + 1_800 * drawn(seed, syllable, 3)];
  const tones = Array.from({ length: 24 }, (_, index) => {
    const hz = (130 + 10 * seed) * (index + 1);
    return [hz, peaks.reduce((sum, peak) => sum + 1 / (1 + ((hz - peak) / 120) ** 2), 0.01)] as const;
  });
  return new Int16Array(rateHz / 50).map((_, at) => {
    const seconds = at / rateHz + frame / 50;
    return loud * tones.reduce((sum, [hz, part]) => sum + part * Math.sin(2 * Math.PI * hz * seconds), 0);
  });
}

/** Knows what a word meant once it's over. */
class MeantWhenOver extends OverlapJudge {
  override silent(userId: string): OverlapVerdict {
    return { is: 'yield', userId };
  }
}

/** A `sound` isn't known as a voice. */
type Heard = 'echo' | 'speech' | 'sound' | 'nothing' | 'both';

class Scene {
  readonly events: string[] = [];
  readonly guard = new EchoGuard(usualEcho);
  /** Who is heard only when the bot has finished. */
  patient: string | undefined;
  nowMs = 0;
  mayAsk = true;
  appendedMs = 0;
  #frame = 0;
  #rtp = 0;
  readonly listening: Listening;

  constructor(judge = new OverlapJudge(usualInterruption)) {
    this.listening = new Listening({
      uplink: new Uplink({
        settings: usualEndpointing,
        pauses: new LearntPauses(usualEndpointing),
        sink: {
          append: (pcm) => {
            this.appendedMs += pcm.length / 32;
          },
          endTurn: () => undefined,
        },
      }),
      guard: this.guard,
      windowMs: usualEcho.windowMs,
      judge,
      mayInterrupt: (userId) => userId !== this.patient,
      mayAsk: () => this.mayAsk,
      tell: (event) => {
        if (event.is === 'duck' || event.is === 'carry-on' || event.is === 'pause')
          this.events.push(event.is);
        else if (event.is !== 'spoke') this.events.push(`${event.is} ${event.userId}`);
      },
    });
  }

  #microphone(person: Heard): Int16Array {
    const echo = babble(16_000, 1, this.#frame - 4).map((each) => each / 10);
    const speech = babble(16_000, 2, this.#frame);
    if (person === 'both') return speech.map((each, index) => each + (echo[index] ?? 0));
    return person === 'echo' ? echo : speech;
  }

  /** The bot speaks; the person does, or only their microphone hears the bot. */
  go(durationMs: number, person: Heard, userId = 'ann'): void {
    for (let passed = 0; passed < durationMs; passed += 20) {
      this.#frame += 1;
      this.nowMs += 20;
      this.#rtp += 960;
      this.guard.played(babble(24_000, 1, this.#frame));
      const samples = this.#microphone(person);
      const frame: HeardFrame = { userId, samples, rtpTimestamp: this.#rtp, kind: 'spoken' };
      const unknown = person === 'sound' ? { speech: false, soundMs: passed + 20 } : {};
      if (person !== 'nothing') this.listening.hearFrame({ ...asSpeech(frame), ...unknown }, this.nowMs);
      this.listening.tick(this.nowMs);
    }
  }
}

/** The bot has spoken for a second, and nobody else has. */
function whileItSpeaks(...judge: ConstructorParameters<typeof Scene>): Scene {
  const scene = new Scene(...judge);
  scene.listening.setBotSpeaks(true, 0);
  scene.go(1_000, 'nothing');
  return scene;
}

describe('listening while the bot speaks', () => {
  it('stops it for somebody who speaks', ({ scene }) => {
    scene.go(1_000, 'speech');
    expect(scene.events).toEqual(['duck', 'pause', 'yield ann']);
    expect(scene.appendedMs).toBeGreaterThanOrEqual(800);
  });

  it('is quieter for a sound that may become a voice, and as loud as before once nothing comes of it', () => {
    const scene = whileItSpeaks();
    scene.go(100, 'sound');
    expect(scene.events).toEqual(['duck']);
    scene.go(60, 'nothing');
    expect(scene.events).toEqual(['duck', 'carry-on']);
    scene.patient = 'ann';
    scene.go(300, 'sound');
    expect(scene.events).toHaveLength(2);
  });

  it('is silent for a word of several syllables, goes on behind it, and sends it', ({ scene }) => {
    scene.go(640, 'speech');
    expect(scene.events).toEqual(['duck', 'pause']);
    expect(scene.appendedMs).toBe(0);
    scene.go(400, 'nothing');
    expect(scene.events).toEqual(['duck', 'pause', 'carry-on', 'ask ann']);
    expect(scene.appendedMs).toBeGreaterThanOrEqual(600);
  });

  it('stops it at once while the service is still answering, because nothing is understood before that', () => {
    const scene = whileItSpeaks();
    scene.mayAsk = false;
    scene.go(640, 'speech');
    expect(scene.events).toEqual(['duck', 'yield ann']);
  });

  it('goes on when who silenced it leaves', ({ scene }) => {
    scene.go(640, 'speech');
    scene.listening.remove('ann');
    expect(scene.events).toEqual(['duck', 'pause', 'carry-on']);
  });

  it('does not stop it for its own voice out of their speakers, tells once, and sends none of it', () => {
    const scene = whileItSpeaks();
    scene.go(4_000, 'echo');
    scene.listening.setBotSpeaks(false, scene.nowMs);
    scene.go(100, 'echo');
    expect(scene.events.filter((event) => event.startsWith('yield'))).toEqual([]);
    expect(scene.events.filter((event) => event.startsWith('echo'))).toEqual(['echo ann']);
    expect(scene.appendedMs).toBe(0);
  });

  it('is stopped by somebody who was taken for its echo, once they sound like it no more', ({ scene }) => {
    scene.go(500, 'echo');
    expect(scene.events).toEqual(['duck']);
    scene.go(700, 'speech');
    expect(scene.events.at(-1)).toBe('yield ann');
    expect(scene.appendedMs).toBeGreaterThanOrEqual(500);
  });

  it('is not stopped by a word into its echo, but by a sentence', ({ scene }) => {
    scene.go(2_000, 'echo');
    scene.events.length = 0;
    scene.go(340, 'both');
    scene.go(2_000, 'echo');
    expect(scene.events).toEqual(['duck', 'carry-on', 'ask ann']);
    scene.go(1_000, 'both');
    expect(scene.events.at(-1)).toBe('yield ann');
  });

  it('keeps what somebody said who may not interrupt, although a murmur of somebody else is dropped', () => {
    const scene = whileItSpeaks();
    scene.patient = 'ann';
    scene.go(400, 'speech', 'ann');
    scene.go(200, 'speech', 'ben');
    scene.go(1_000, 'nothing');
    expect(scene.events).toEqual(['duck', 'carry-on', 'ask ben']);
    const beforeMs = scene.appendedMs;
    scene.listening.setBotSpeaks(false, scene.nowMs);
    scene.go(1_000, 'nothing');
    expect(scene.appendedMs - beforeMs).toBeGreaterThanOrEqual(400);
  });

  it('sends nothing of somebody who is only suspected to be its echo when it ends', ({ scene }) => {
    scene.go(400, 'speech');
    scene.guard.judge = () => 'suspect';
    scene.listening.setBotSpeaks(false, scene.nowMs);
    scene.go(1_000, 'nothing');
    expect(scene.appendedMs).toBe(0);
  });

  it('sends no short word of somebody who is suspected to be its echo', ({ scene }) => {
    scene.guard.judge = () => 'suspect';
    scene.go(200, 'speech');
    scene.go(1_000, 'nothing');
    expect(scene.events).not.toContain('ask ann');
    expect(scene.appendedMs).toBe(0);
  });

  it('is stopped by a word alone whose meaning is only clear when it is over', () => {
    const scene = whileItSpeaks(new MeantWhenOver(usualInterruption));
    scene.go(300, 'speech');
    expect(scene.events).toEqual(['duck']);
    scene.go(100, 'nothing');
    expect(scene.events).toEqual(['duck', 'yield ann']);
  });

  it('sends what was held when the bot finished by itself', ({ scene }) => {
    scene.go(300, 'speech');
    expect(scene.appendedMs).toBe(0);
    scene.listening.setBotSpeaks(false, scene.nowMs);
    scene.go(200, 'speech');
    expect(scene.appendedMs).toBeGreaterThanOrEqual(400);
  });
});

describe('held speech', () => {
  const frame = (userId: string, rtpTimestamp: number): SpeechFrame => ({
    userId,
    samples: new Int16Array(320),
    rtpTimestamp,
    kind: 'spoken',
    speech: false,
    level: 0,
    soundMs: 0,
  });

  it('is given in the order in which it was heard, without people who said nothing', () => {
    const held = new HeldSpeech();
    held.add(frame('ann', 0), true);
    held.add(frame('ben', 0), false);
    held.add(frame('cat', 0), true);
    held.add(frame('ann', 960), false);
    expect(held.spokenMs('ann')).toBe(20);
    expect(held.take().map(({ userId }) => userId)).toEqual(['ann', 'cat', 'ann']);
    expect(held.take()).toEqual([]);
  });

  it('keeps a little of before the first word, and has a limit', () => {
    const held = new HeldSpeech(1_000);
    for (let at = 0; at < 60; at += 1) held.add(frame('ann', at), false);
    for (let at = 60; at < 65; at += 1) held.add(frame('ann', at), true);
    expect(held.take()[0]?.rtpTimestamp).toBe(15);
    for (let at = 0; at < 200; at += 1) held.add(frame('ann', at), true);
    expect(held.take()).toHaveLength(50);
  });
});
