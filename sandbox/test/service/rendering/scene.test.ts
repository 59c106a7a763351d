import { describe, expect, test } from 'vitest';
import type { RenderJob } from '../../../service/rendering/renderer.ts';
import { Scene } from '../../../service/rendering/scene.ts';

const job: RenderJob = {
  model: 'gen2.7-t2v',
  prompt: 'A red fox in the snow',
  width: 640,
  height: 360,
  durationSeconds: 3,
  seed: 7,
  watermark: false,
  sound: true,
};

/** The brightness plane of one frame. */
function frameOf(changes: Partial<RenderJob> = {}, index = 0, soundNote = 'sound: generated'): Uint8Array {
  const scene = new Scene({ ...job, ...changes }, 10, soundNote);
  return scene.draw(index).slice(0, job.width * job.height);
}

/** Which ninths of the picture (row by row, from the upper left) differ visibly. */
function changedNinths(one: Uint8Array, other: Uint8Array): number[] {
  const changed = new Set<number>();
  one.forEach((value, at) => {
    if (Math.abs(value - (other[at] ?? 0)) < 30) return;
    const [x, y] = [at % job.width, Math.floor(at / job.width)];
    changed.add(Math.floor((y * 3) / job.height) * 3 + Math.floor((x * 3) / job.width));
  });
  return [...changed].sort();
}

/** How much of one plane differs visibly from another. */
function share(one: Uint8Array = new Uint8Array(1), other: Uint8Array = new Uint8Array(1)): number {
  return one.filter((value, at) => Math.abs(value - (other[at] ?? 0)) > 8).length / one.length;
}

describe('a frame', () => {
  test('shows the prompt in the upper part', () => {
    expect(changedNinths(frameOf(), frameOf({ prompt: ' ' }))).toContain(0);
  });

  test('shows the watermark at the lower right, and only when asked for', () => {
    expect(changedNinths(frameOf(), frameOf({ watermark: true }))).toEqual([8]);
  });

  test('shows whether there is sound at the lower left', () => {
    expect(changedNinths(frameOf(), frameOf({}, 0, 'silent: no ffmpeg'))).toEqual([6]);
  });

  test('shows model, seed and negative prompt at the lower left', () => {
    const plain = frameOf();
    expect(changedNinths(plain, frameOf({ model: 'film-9' }))).toContain(6);
    expect(changedNinths(plain, frameOf({ negativePrompt: 'no snow' }))).toEqual([6]);
  });

  test('has a counter at the upper left and a disc in the lower half that both move', () => {
    const changed = changedNinths(frameOf({}, 0), frameOf({}, 15));
    expect(changed).toContain(0);
    expect(changed.some((ninth) => ninth >= 3)).toBe(true);
  });

  test('of another seed has other colours', () => {
    const colours = (seed: number) =>
      new Scene({ ...job, seed }, 10, '').draw(0).slice(job.width * job.height);
    expect(share(colours(7), colours(8))).toBeGreaterThan(0.5);
  });

  test('is of one shot unless several are asked for; then the colours change twice', () => {
    const lastOfEach = (severalShots: boolean) => {
      const scene = new Scene({ ...job, severalShots }, 10, '');
      return [9, 10, 20].map((index) => scene.draw(index).slice(job.width * job.height));
    };
    const changes = ([one, two, three]: readonly (Uint8Array | undefined)[]) =>
      [share(one, two), share(two, three)].map((differing) => differing > 0.5);
    expect(changes(lastOfEach(false))).toEqual([false, false]);
    expect(changes(lastOfEach(true))).toEqual([true, true]);
  });

  test('of the same seed is the same', () => {
    expect(frameOf({}, 4)).toEqual(frameOf({}, 4));
  });

  test.each([
    ['a very long prompt', 'word '.repeat(1_000)],
    ['a word without end', 'x'.repeat(5_000)],
    ['Han, emoji and right-to-left letters', '一只狐狸 🦊👨‍👩‍👧 שלום'],
    ['control characters', 'a\0b\u0007c\u202Ed\r\ne\ud800'],
    ['markdown and mentions', '@everyone **bold** <@1> `code`'],
  ])('is drawn with %s', (_name, prompt) => {
    expect(frameOf({ prompt })).toHaveLength(job.width * job.height);
  });
});
