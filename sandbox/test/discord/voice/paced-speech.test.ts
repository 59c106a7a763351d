import { beforeEach, describe, expect, test } from 'vitest';
import { PacedSpeech } from '../../../discord/voice/paced-speech.ts';
import { FakeSchedule } from '../../support/fake-schedule.ts';

const packets = Array.from({ length: 10 }, (_, index) => Uint8Array.of(0xf8, index));

let timers: FakeSchedule;
let out: string[];
let speech: PacedSpeech;

const over = () => out.push(`${timers.nowMs} over`);
const times = () => out.map((line) => Number(line.split(' ')[0]));

beforeEach(() => {
  timers = new FakeSchedule();
  out = [];
  speech = new PacedSpeech(
    {
      speak: (packet) => void out.push(`${timers.nowMs} ${packet[1]}`),
      endSpeech: () => out.push(`${timers.nowMs} end`),
    },
    { nowMs: () => timers.nowMs, after: timers.schedule },
  );
});

describe('speech at its pace', () => {
  test('goes out every 20 ms from the first packet on, and is over when its silence is out', () => {
    speech.say(packets.slice(0, 3), over);
    timers.advance(1000);
    expect(out).toEqual(['0 0', '20 1', '40 2', '60 end', '180 over']);
    expect(speech.isBusy).toBe(false);
  });

  test('keeps to its own time when a timer comes a little late', () => {
    speech.say(packets, over);
    timers.advance(40);
    timers.stall(35);
    timers.advance(1000);
    expect(times().slice(0, 6)).toEqual([0, 20, 40, 75, 80, 100]);
  });

  test('goes on later after a long stall, instead of in a burst', () => {
    speech.say(packets, over);
    timers.advance(40);
    timers.stall(500);
    timers.advance(1000);
    expect(times().slice(0, 6)).toEqual([0, 20, 40, 540, 540, 560]);
    expect(out.filter((line) => /\d+ \d/.test(line)).length).toBe(packets.length);
  });

  test('hushed, stops with the packet that went out last, with the silence after it', () => {
    speech.say(packets, over);
    timers.advance(45);
    speech.hush();
    speech.hush();
    timers.advance(1000);
    expect(out).toEqual(['0 0', '20 1', '40 2', '45 end', '165 over']);
  });

  test('closed, is neither heard any more nor said to be over', () => {
    speech.say(packets, over);
    timers.advance(25);
    speech.close();
    timers.advance(1000);
    expect(out).toEqual(['0 0', '20 1']);
    expect(speech.isBusy).toBe(false);
  });

  test('takes nothing else until it is over', () => {
    speech.say(packets.slice(0, 1), over);
    timers.advance(100);
    expect(() => speech.say(packets, over)).toThrow('Something is being said already.');
    timers.advance(100);
    speech.say(packets.slice(0, 1), over);
    expect(out.at(-1)).toBe('200 0');
  });
});
