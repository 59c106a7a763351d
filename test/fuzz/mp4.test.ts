import * as fc from 'fast-check';
import { expect } from 'vitest';
import { readMp4Layout } from '../../src/media/mp4-index.ts';
import { strikeToSkeleton } from '../../src/media/mp4-skeleton.ts';
import { withRunOf, withSampleCount } from '../support/hostile-files.ts';
import { box, mp4 } from '../support/video-samples.ts';
import { fuzz } from './fuzz.ts';
import { inspectsFiles, readingOf } from './media-pool.ts';
import { boundaries, mutated } from './mutations.ts';

inspectsFiles();

const film = await mp4(64, 64, 0.5);
const films = [film, withSampleCount(film, 5), withSampleCount(film, 3_000), withRunOf(film, 3)];

/** Each number of the index in turn is made one that breaks readers. */
const indexStart = film.indexOf('moov') - 4;
const wrongNumber = fc
  .tuple(
    fc.constantFrom(...films),
    fc.array(fc.tuple(fc.nat(film.length - indexStart - 4), fc.constantFrom(...boundaries)), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([sample, edits]) => {
    const bytes = Buffer.from(sample);
    for (const [at, value] of edits) bytes.writeUInt32BE(value, indexStart + at);
    return bytes;
  });

const types = [
  'moov',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'stsd',
  'avc1',
  'stsz',
  'moof',
  'traf',
  'trun',
  'udta',
  'meta',
];
/** Boxes within boxes, wherever they belong. */
const nested = fc.letrec<{ tree: Buffer }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium', maxDepth: 30 },
    fc
      .tuple(fc.constantFrom(...types), fc.uint8Array({ maxLength: 40 }))
      .map(([type, content]) => box(type, content)),
    fc
      .tuple(fc.constantFrom(...types), fc.array(tie('tree'), { maxLength: 4 }))
      .map(([type, children]) => box(type, Buffer.concat(children))),
  ),
})).tree;
const fileType = box('ftyp', Buffer.from('isom\0\0\0\0isomavc1', 'latin1'));
const nestedFile = nested.map((tree) => Buffer.concat([fileType, tree]));

const damaged = fc.oneof(mutated(films), wrongNumber, nestedFile);

fuzz(
  'a damaged index becomes a skeleton of the same length, or none',
  damaged,
  (bytes) => {
    const index = Buffer.from(bytes);
    expect([true, false]).toContain(strikeToSkeleton(index));
    expect(index.length).toBe(bytes.length);
  },
  { cases: 2_000 },
);

const manyBoxes = fc
  .constantFrom(0, 19_998, 19_999, 20_000, 40_000)
  .map((count) => Buffer.concat([fileType, Buffer.alloc(count * 8, box('free'))]));

fuzz(
  'the outermost boxes are walked in steps of eight bytes at least, and in no more than 20,000',
  fc.oneof({ arbitrary: damaged, weight: 9 }, { arbitrary: manyBoxes, weight: 1 }),
  async (bytes) => {
    let steps = 0;
    const read = async (into: Buffer, _offset: number, length: number, from: number) => {
      steps += 1;
      return { buffer: into, bytesRead: bytes.copy(into, 0, from, from + length) };
    };
    await readMp4Layout({ read }, bytes.length);
    expect(steps).toBeLessThanOrEqual(Math.min(20_000, bytes.length / 8 + 1));
  },
);

fuzz(
  'a damaged video is read within the limits, and is a video or none',
  damaged,
  async (bytes) => {
    const facts = await readingOf('video', bytes);
    if (facts) expect(Math.min(facts.width, facts.height, facts.seconds)).toBeGreaterThan(0);
    expect(['video', 'image', 'other']).toContain((await readingOf('reference', bytes)).kind);
  },
  { cases: 250 },
);
