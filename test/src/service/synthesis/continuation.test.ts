import { describe, expect, test } from 'vitest';
import { waveFile } from '../../../../sandbox/test/support/wave-file.ts';
import { ContinuedAudio, OggClock } from '../../../../src/service/synthesis/continuation.ts';

/** As a stream: its header doesn't know how long it will be. */
function wav(samples: Uint8Array): Buffer {
  const header = waveFile({ sampleRateHz: 16_000, samples: new Int16Array() });
  for (const at of [4, 40]) header.writeUInt32LE(0xffff_ffff, at);
  return Buffer.concat([header, samples]);
}

/** A page of Ogg with one segment of nothing in particular. */
function oggPage(granule: bigint, body: Buffer, first = false): Buffer {
  const head = Buffer.alloc(27);
  head.write('OggS', 0, 'latin1');
  head.writeUInt8(first ? 2 : 0, 5);
  head.writeBigUInt64LE(granule, 6);
  head.writeUInt8(1, 26);
  return Buffer.concat([head, Buffer.from([body.byteLength]), body]);
}

function oggStream(endMs: number): Buffer {
  const opusHead = Buffer.alloc(19);
  opusHead.write('OpusHead', 0, 'latin1');
  opusHead.writeUInt16LE(312, 10);
  return Buffer.concat([
    oggPage(0n, opusHead, true),
    oggPage(0n, Buffer.from('OpusTags')),
    oggPage(960n, Buffer.alloc(200)),
    oggPage(0xffff_ffff_ffff_ffffn, Buffer.alloc(20)),
    oggPage(BigInt(312 + endMs * 48), Buffer.alloc(100)),
  ]);
}

/** Passes the bytes in pieces of that size. */
function passed(audio: ContinuedAudio, bytes: Buffer, size: number): Buffer {
  const out: Uint8Array[] = [];
  for (let at = 0; at < bytes.byteLength; at += size) out.push(audio.take(bytes.subarray(at, at + size)));
  return Buffer.concat(out);
}

describe.each([1, 7, 44, 1_000])('in pieces of %i bytes', (size) => {
  test('a WAV header comes once, however many tasks there were', () => {
    const audio = new ContinuedAudio('wav', 8_000);
    const first = wav(Buffer.alloc(640, 1));
    const second = wav(Buffer.alloc(320, 2));
    const begin = passed(audio, first, size);
    audio.nextTask();
    const rest = passed(audio, second, size);
    expect(begin.equals(first)).toBe(true);
    expect(rest.equals(Buffer.alloc(320, 2))).toBe(true);
    expect(audio.durationMs).toBe(30);
  });

  test('Ogg streams follow each other, and their times add up', () => {
    const audio = new ContinuedAudio('opus');
    const all = Buffer.concat([oggStream(500), oggStream(250)]);
    expect(passed(audio, all, size).equals(all)).toBe(true);
    expect(audio.durationMs).toBe(750);
  });
});

test('raw samples last as long as their number says', () => {
  const audio = new ContinuedAudio('pcm');
  audio.take(new Uint8Array(44_100));
  audio.nextTask();
  audio.take(new Uint8Array(22_050));
  expect(audio.durationMs).toBe(1_500);
});

test('MP3 does not tell how long it is', () => {
  expect(new ContinuedAudio('mp3').durationMs).toBeUndefined();
});

test('a chunk of odd length before the samples is skipped with its padding', () => {
  const audio = new ContinuedAudio('wav');
  audio.take(wav(Buffer.alloc(320, 1)));
  audio.nextTask();
  const second = wav(Buffer.alloc(320, 2));
  const list = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1');
  const taken = audio.take(Buffer.concat([second.subarray(0, 36), list, second.subarray(36)]));
  expect(Buffer.from(taken)).toEqual(Buffer.alloc(320, 2));
});

test('what claims to be WAV and is not comes through as it is', () => {
  const audio = new ContinuedAudio('wav');
  const noise = Buffer.alloc(5_000, 7);
  expect(passed(audio, noise, 1_000).equals(noise)).toBe(true);
});

test('an Ogg clock finds its way again after noise', () => {
  const ogg = new OggClock();
  ogg.take(Buffer.concat([Buffer.from('noise Ogg'), oggStream(100)]));
  expect(ogg.durationMs).toBe(100);
});

test('a page on which nothing ends says nothing about how long an Ogg stream is so far', () => {
  const ogg = new OggClock();
  const whole = oggStream(100);
  ogg.take(whole.subarray(0, whole.byteLength - 1));
  expect(ogg.durationMs).toBe((960 - 312) / 48);
  ogg.take(whole.subarray(-1));
  expect(ogg.durationMs).toBe(100);
});
