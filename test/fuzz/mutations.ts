import * as fc from 'fast-check';

/** One thing that goes wrong in a file. Places are shares of its length, so that an edit fits a sample of any size. */
type Edit = (bytes: Buffer) => Buffer;

/** Lengths and counts at which readers break. */
export const boundaries = [
  0,
  1,
  7,
  8,
  9,
  15,
  16,
  0xff,
  0xffff,
  2 ** 24,
  2 ** 28,
  0x7fffffff,
  0x80000000,
  0xfffffff8,
  0xffffffff,
];

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
/** Headers stand in front; that's where most edits go. */
const place = fc.oneof(
  share,
  share.map((at) => at ** 4),
);

const flippedBit: fc.Arbitrary<Edit> = fc.tuple(place, fc.integer({ min: 0, max: 7 })).map(([at, bit]) =>
  changed((bytes) => {
    const index = offset(bytes, at, 1);
    bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
  }),
);

const randomBytes: fc.Arbitrary<Edit> = fc
  .tuple(place, fc.uint8Array({ minLength: 1, maxLength: 16 }))
  .map(([at, content]) =>
    changed((bytes) => {
      bytes.set(content.subarray(0, bytes.length), offset(bytes, at, content.length));
    }),
  );

const blownUpNumber: fc.Arbitrary<Edit> = fc
  .tuple(
    place,
    fc.oneof(fc.constantFrom(...boundaries), fc.integer({ min: 0, max: 0xffffffff })),
    fc.boolean(),
  )
  .map(([at, value, big]) =>
    changed((bytes) => {
      if (bytes.length < 4) return;
      if (big) bytes.writeUInt32BE(value, offset(bytes, at, 4));
      else bytes.writeUInt32LE(value, offset(bytes, at, 4));
    }),
  );

const cut: fc.Arbitrary<Edit> = share.map(
  (at) => (bytes) => bytes.subarray(0, Math.floor(at * bytes.length)),
);

const removed: fc.Arbitrary<Edit> = fc.tuple(place, share).map(([at, length]) => (bytes) => {
  const from = Math.floor(at * bytes.length);
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + Math.ceil(length * 64))]);
});

const repeated: fc.Arbitrary<Edit> = fc
  .tuple(place, share, fc.integer({ min: 1, max: 8 }))
  .map(([at, length, times]) => (bytes) => {
    const from = Math.floor(at * bytes.length);
    const piece = bytes.subarray(from, from + Math.ceil(length * 256));
    return Buffer.concat([
      bytes.subarray(0, from),
      ...Array.from({ length: times }, () => piece),
      bytes.subarray(from),
    ]);
  });

/** A valid file with a few things gone wrong in it: bits, lengths, ends, repeated and missing pieces. */
export function mutated(samples: readonly Uint8Array[]): fc.Arbitrary<Buffer> {
  const edit = fc.oneof(flippedBit, randomBytes, blownUpNumber, blownUpNumber, cut, removed, repeated);
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(edit, { minLength: 1, maxLength: 6 }))
    .map(([sample, edits]) => edits.reduce<Buffer>((bytes, change) => change(bytes), Buffer.from(sample)));
}

/** Bytes that are nothing at all, behind the beginning of something. */
export function noiseBehind(beginnings: readonly Uint8Array[]): fc.Arbitrary<Buffer> {
  return fc
    .tuple(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 2_000 }))
    .map((pieces) => Buffer.concat(pieces));
}

function changed(change: (bytes: Buffer) => void): Edit {
  return (bytes) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) change(copy);
    return copy;
  };
}

function offset(bytes: Buffer, at: number, width: number): number {
  return Math.max(0, Math.min(Math.floor(at * bytes.length), bytes.length - width));
}
