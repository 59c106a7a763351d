import { describe, expect, it } from 'vitest';
import { KeptSound } from '../../../../src/call/speaking/kept-voice.ts';

const ms = (value: number, count = 1) => new Uint8Array(48 * count).fill(value);

async function all(sound: AsyncIterable<Uint8Array>): Promise<readonly number[]> {
  const values: number[] = [];
  for await (const piece of sound) for (let at = 0; at < piece.length; at += 48) values.push(piece[at] ?? -1);
  return values;
}

describe('sound that is kept', () => {
  it('is played from any moment, with what comes later', async () => {
    const sound = new KeptSound();
    sound.add(ms(1, 2));
    sound.add(ms(2));
    const played = all(sound.playFrom(1));
    sound.add(ms(3));
    await Promise.resolve();
    sound.add(ms(4));
    sound.end();
    sound.add(ms(9));
    expect(await played).toEqual([1, 2, 3, 4]);
    expect(sound.totalMs).toBe(5);
    expect(await all(sound.playFrom(4))).toEqual([4]);
    expect(await all(sound.playFrom(5))).toEqual([]);
  });

  it('gives samples where they are, across pieces, until they are let go of', () => {
    const sound = new KeptSound();
    sound.add(ms(1, 2));
    sound.add(ms(2, 2));
    expect(sound.samples(1, 2)?.length).toBe(48);
    expect(sound.samples(1, 2)?.[47]).toBe(0x0202);
    expect(sound.samples(3, 2)).toBeUndefined();
    sound.forget(2);
    expect(sound.samples(1, 1)).toBeUndefined();
    expect(sound.samples(2, 1)?.[0]).toBe(0x0202);
  });
});
