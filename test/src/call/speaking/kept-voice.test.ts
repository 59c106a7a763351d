import { describe, expect, it } from 'vitest';
import { KeptVoice } from '../../../../src/call/speaking/kept-voice.ts';
import { createMouth } from '../../../../src/voice/mouth/mouth.ts';
import { createPacer } from '../../../../src/voice/mouth/pacer.ts';
import { libopus } from '../../../../src/voice/packets/opus-codec.ts';
import { FakeTime, turns } from '../../../support/fake-time.ts';
import { RecordingSink } from '../../../support/recording-sink.ts';

/** An answer in a real mouth, whose clock the test moves. */
async function stage() {
  // The codec is there before the time begins.
  (await libopus.encoder(24_000)).free();
  const time = new FakeTime();
  const sink = new RecordingSink(() => time.nowMs());
  const room = createMouth(sink, { pacer: createPacer(time) });
  room.resume();
  const mouth = room.seat({ name: 'conversation', rank: 2 });
  /** Whether it was audible, after each change. */
  const changes: boolean[] = [];
  const voice: KeptVoice = new KeptVoice(mouth, 'r1', () => void changes.push(voice.audible));
  const advance = async (durationMs: number) => {
    for (let left = durationMs; left > 0; left -= 5) {
      await turns();
      time.advance(5);
    }
    await turns();
  };
  const heard = () => sink.what.filter((what) => what !== 'silence').length;
  return { voice, advance, heard, room, changes };
}

const second = () => new Uint8Array(48_000).map((_, index) => (index % 4 < 2 ? 16 : 240));

describe("an answer's voice", () => {
  it('waits until it is wanted, and is heard whole', async () => {
    const { voice, advance, heard } = await stage();
    voice.add(second());
    await advance(300);
    expect([heard(), voice.audible]).toEqual([0, false]);
    voice.play();
    await advance(400);
    expect(voice.audible).toBe(true);
    expect(voice.playedMs).toBeGreaterThan(200);
    voice.finish();
    await advance(1_000);
    expect([voice.state, voice.whole, voice.playedMs]).toEqual(['over', true, 1_000]);
  });

  it('fades when it is interrupted, and goes on where it was', async () => {
    const { voice, advance, heard } = await stage();
    voice.add(second());
    voice.play();
    await advance(400);
    voice.interrupt(60);
    await advance(300);
    const stoppedAtMs = voice.playedMs;
    expect(voice.state).toBe('interrupted');
    expect(heard()).toBe(stoppedAtMs / 20);
    await advance(2_000);
    expect(voice.playedMs).toBe(stoppedAtMs);
    voice.add(second());
    voice.finish();
    voice.play();
    await advance(2_500);
    expect([voice.whole, voice.playedMs]).toEqual([true, 2_000]);
    // Each playback ends with what its encoder still holds.
    expect(heard()).toBeGreaterThanOrEqual(100);
    expect(heard()).toBeLessThanOrEqual(101);
  });

  it('goes on behind the fade when it is wanted again before that is over', async () => {
    const { voice, advance } = await stage();
    voice.add(second());
    voice.finish();
    voice.play();
    await advance(300);
    voice.interrupt(80);
    voice.play();
    await advance(2_000);
    expect([voice.whole, voice.playedMs]).toEqual([true, 1_000]);
  });

  it('says no more once it is dropped, whatever still comes, and knows how far it got', async () => {
    const { voice, advance, heard } = await stage();
    voice.add(second());
    voice.play();
    await advance(400);
    const playedMs = voice.playedMs;
    voice.drop(60);
    voice.add(second());
    voice.play();
    await advance(2_000);
    expect([voice.state, voice.whole, voice.playedMs]).toEqual(['over', false, playedMs]);
    expect(heard()).toBeLessThanOrEqual(playedMs / 20 + 3);
  });

  it('was never audible if it ended without a sound', async () => {
    const { voice, advance, changes } = await stage();
    voice.play();
    voice.finish();
    await advance(100);
    expect(voice.state).toBe('over');
    expect(changes).toEqual([false]);
  });

  it('is over with its room', async () => {
    const { voice, advance, room, changes } = await stage();
    voice.add(second());
    voice.play();
    await advance(400);
    const before = changes.length;
    room.close();
    await advance(20);
    expect([voice.state, voice.whole]).toEqual(['over', false]);
    expect(changes).toHaveLength(before + 1);
  });
});
