import { describe, expect, it } from 'vitest';
import { skipsWithout } from '../../../../sandbox/test/support/needs.ts';
import { EchoGuard } from '../../../../src/call/hearing/echo.ts';
import { EchoGate } from '../../../../src/call/hearing/echo-gate.ts';
import { usualEcho } from '../../../../src/call/hearing/echo-settings.ts';
import { usualEndpointing } from '../../../../src/call/hearing/endpointing.ts';
import type { SpeechFrame } from '../../../../src/call/hearing/speech-frame.ts';
import { LearntPauses } from '../../../../src/call/hearing/turn.ts';
import { Uplink } from '../../../../src/call/hearing/uplink.ts';
import { VoiceDetectors } from '../../../../src/call/hearing/voice-detector.ts';
import { Listening } from '../../../../src/conversation/hearing/listening.ts';
import { usualInterruption } from '../../../../src/conversation/settings/interruption.ts';
import { OverlapJudge } from '../../../../src/conversation/turns/barge-in.ts';
import { spoken } from '../../../support/spoken.ts';

const lateMs = 140;
const answerAfterMs = 600;
const answers = [
  'There are three trains in the morning, and the first one leaves at seven, long before the shops open.',
  'The second one is quicker, but then you have to change once, and you may miss the boat to the island.',
];

/** A person who asks once, with the bot out of their loud speakers, in a room that goes on sounding. */
class LoudRoom {
  readonly #voices = answers.map((answer) => spoken(answer, 'en-us+f2', 24_000));
  readonly #question = spoken('When does the next train leave for the lake', 'en-gb+m4', 16_000);
  readonly #played = new Int16Array(22 * 16_000);
  readonly #guard = new EchoGuard(usualEcho);
  readonly #gain: number;
  readonly #hears: (frame: SpeechFrame, nowMs: number) => void;
  readonly #tick: (nowMs: number) => void;
  readonly #setAudible: (audible: boolean, nowMs: number) => void;
  /** When turns ended, and how often the bot answered. */
  #answerAtMs = Number.POSITIVE_INFINITY;
  #nowMs = 0;
  answered = 0;
  readonly echoes: string[] = [];

  constructor(decibels: number, how: 'converse' | 'interpret') {
    this.#gain = 10 ** (decibels / 20);
    const uplink = new Uplink({
      settings: usualEndpointing,
      pauses: new LearntPauses(usualEndpointing),
      sink: { append: () => undefined, endTurn: () => undefined },
      tell: ({ is }) => {
        if (is === 'ended') this.#answerAtMs = this.#nowMs + answerAfterMs;
      },
    });
    const onEcho = (userId: string) => this.echoes.push(userId);
    if (how === 'interpret') {
      const gate = new EchoGate(this.#guard, usualEcho.windowMs, (event) => {
        if (event.is === 'heard') uplink.hear(event.frame, event.nowMs);
        else onEcho(event.userId);
      });
      this.#hears = (frame, nowMs) => gate.hearFrame(frame, nowMs);
      this.#setAudible = (audible, nowMs) => gate.setAudible(audible, nowMs);
      this.#tick = (nowMs) => {
        gate.tick(nowMs);
        uplink.tick(nowMs);
      };
      return;
    }
    const listening = new Listening({
      ...{ uplink, guard: this.#guard, windowMs: usualEcho.windowMs },
      judge: new OverlapJudge(usualInterruption),
      mayInterrupt: () => true,
      mayAsk: () => true,
      tell: (event) => {
        if (event.is === 'echo') onEcho(event.userId);
      },
    });
    this.#hears = (frame, nowMs) => listening.hearFrame(frame, nowMs);
    this.#setAudible = (audible, nowMs) => listening.setBotSpeaks(audible, nowMs);
    this.#tick = (nowMs) => listening.tick(nowMs);
  }

  run(): this {
    const detectors = new VoiceDetectors();
    let voice: Int16Array | undefined;
    let said = 0;
    for (; this.#nowMs < 22_000; this.#nowMs += 20) {
      const nowMs = this.#nowMs;
      if (nowMs >= this.#answerAtMs) {
        voice = this.#voices[this.answered % 2];
        said = 0;
        this.answered += 1;
        this.#answerAtMs = Number.POSITIVE_INFINITY;
      }
      const frame = new Int16Array(480);
      frame.set(voice?.subarray(said, said + 480) ?? []);
      said += 480;
      this.#guard.played(frame);
      this.#setAudible(said <= (voice?.length ?? 0), nowMs);
      const samples = this.#microphone(frame, nowMs);
      const rtpTimestamp = nowMs * 48;
      this.#hears(detectors.judgeFrame({ userId: 'ann', samples, rtpTimestamp, kind: 'spoken' }), nowMs);
      this.#tick(nowMs);
    }
    return this;
  }

  #microphone(frame: Int16Array, nowMs: number): Int16Array {
    const at = nowMs * 16;
    for (let index = 0; index < 320; index += 1)
      this.#played[at + index] = frame[Math.floor(index * 1.5)] ?? 0;
    return new Int16Array(320).map((_, index) => {
      const from = at + index - lateMs * 16;
      let sum = this.#played[from] ?? 0;
      for (let tap = 1; tap <= 20; tap += 1)
        sum +=
          (this.#played[from - tap * 211 - ((tap * tap * 37) % 191)] ?? 0) *
          0.4 *
          (tap % 2 ? -1 : 1) *
          0.85 ** tap;
      return sum * this.#gain + (this.#question[at + index - 8_000] ?? 0) + ((at + index * 7_919) % 13) - 6;
    });
  }
}

describe.skipIf(skipsWithout('espeak', 'a loop of answers'))('loud speakers beside a microphone', () => {
  it.each([
    ['converse', 0],
    ['converse', -12],
    ['interpret', 0],
    ['interpret', -12],
  ] as const)('make no loop of answers: /%s, %i dB', (how, decibels) => {
    const room = new LoudRoom(decibels, how).run();
    expect(room.answered).toBe(1);
    expect(room.echoes).toEqual(['ann']);
  });
});
