import { createDecoder, getPacketInfo } from 'libopus-wasm';
import { parseBuffer } from 'music-metadata';
import { opus } from 'prism-media';
import { test as base, describe, expect } from 'vitest';
import type { ServiceSandbox } from '../../../service/server.ts';
import { openEncoder } from '../../../service/synthesis/formats/open-encoder.ts';
import { skipsWithout } from '../../support/needs.ts';
import { connectSpeech, openSpeech, type Parameters } from './speech-caller.ts';

const test = base.extend('sandbox', () => openSpeech());

const text = 'The quick brown fox. It jumps over the lazy dog!';

async function spoken(sandbox: ServiceSandbox, parameters: Parameters, words = text) {
  const caller = await connectSpeech(sandbox);
  const taskId = await caller.say(words, parameters);
  const sound = sandbox.synthesis.synthesized(taskId);
  if (!sound) throw new Error('nothing was synthesized');
  return { bytes: caller.audio, ...sound };
}

async function packetsOf(ogg: Buffer): Promise<Buffer[]> {
  const demuxer = new opus.OggDemuxer();
  demuxer.end(ogg);
  return demuxer.toArray();
}

function loudness(samples: Int16Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / Math.max(1, samples.length));
}

/** Of the second with the first, shifted by so many samples. */
function correlation(one: Int16Array, other: Int16Array, shift: number): number {
  let [product, first, second] = [0, 0, 0];
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] ?? 0, other[at + shift] ?? 0];
    product += a * b;
    first += a * a;
    second += b * b;
  }
  return product / Math.sqrt(first * second || 1);
}

describe('pcm', () => {
  test('is what was synthesized, 16-bit little-endian mono', async () => {
    const { bytes, samples } = await spoken(await openSpeech(), { format: 'pcm', sample_rate: 16_000 });
    expect(bytes.length).toBe(samples.length * 2);
    expect(bytes.readInt16LE(20_000)).toBe(samples[10_000]);
    expect(loudness(samples)).toBeGreaterThan(300);
  });

  test.each([8_000, 16_000, 22_050, 24_000, 44_100, 48_000])(
    'of %d Hz lasts as long as of any other rate',
    async (rate) => {
      const { samples, sampleRateHz } = await spoken(await openSpeech(), {
        format: 'pcm',
        sample_rate: rate,
      });
      expect(sampleRateHz).toBe(rate);
      const reference = await spoken(await openSpeech(), { format: 'pcm', sample_rate: 24_000 });
      expect(samples.length / rate).toBeCloseTo(reference.samples.length / 24_000, 2);
      expect(loudness(samples) / loudness(reference.samples)).toBeGreaterThan(0.85);
    },
  );
});

test('wav is one stream whose header has no length, whatever the frames', async () => {
  const sandbox = await openSpeech({ frameBytes: 1_000 });
  const { bytes, samples } = await spoken(sandbox, { format: 'wav', sample_rate: 24_000 });
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
  expect(bytes.readUInt32LE(4)).toBe(0xff_ff_ff_ff);
  expect(bytes.readUInt32LE(24)).toBe(24_000);
  expect(bytes.toString('latin1', 36, 40)).toBe('data');
  expect(bytes.readUInt32LE(40)).toBe(0xff_ff_ff_ff);
  expect(bytes.length - 44).toBe(samples.length * 2);
  expect(bytes.readInt16LE(44 + 20_000)).toBe(samples[10_000]);
});

describe('opus', () => {
  test('is Ogg with packets of 20 ms that decode to what was synthesized', async () => {
    const { bytes, samples, sampleRateHz } = await spoken(await openSpeech(), {
      format: 'opus',
      sample_rate: 24_000,
      bit_rate: 64,
    });
    const packets = await packetsOf(bytes);
    for (const packet of packets) expect((await getPacketInfo(packet)).durationMs).toBe(20);
    using decoder = await createDecoder({ channels: 1, sampleRate: 24_000 });
    const decoded = Int16Array.from(packets.flatMap((packet) => [...decoder.decode(packet)]));
    expect(sampleRateHz).toBe(24_000);
    expect(decoded.length).toBeGreaterThanOrEqual(samples.length);
    const shifts = Array.from({ length: 400 }, (_, shift) => shift);
    const best = Math.max(...shifts.map((shift) => correlation(samples, decoded, shift)));
    expect(best).toBeGreaterThan(0.9);
  });

  test('says where the sound ends', async () => {
    const { bytes, samples } = await spoken(await openSpeech(), { format: 'opus', sample_rate: 48_000 });
    const lastPage = bytes.subarray(bytes.lastIndexOf('OggS'));
    const preSkip = bytes.readUInt16LE(bytes.indexOf('OpusHead') + 10);
    expect(lastPage.readUInt8(5) & 4).toBe(4);
    expect(Number(lastPage.readBigInt64LE(6))).toBe(samples.length + preSkip);
  });

  test.each([2.5, 5, 10, 40, 60])('has packets of %d ms when it is told so', async (packetMs) => {
    const { bytes } = await spoken(await openSpeech({ packetMs }), { format: 'opus', sample_rate: 48_000 });
    const [packet = Buffer.alloc(0)] = await packetsOf(bytes);
    expect((await getPacketInfo(packet)).durationMs).toBe(packetMs);
  });

  test.each([8_000, 16_000, 22_050, 24_000, 44_100, 48_000])(
    'is a readable file at %d Hz, cut anywhere',
    async (rate) => {
      const sandbox = await openSpeech({ frameBytes: 97 });
      const { bytes, samples, sampleRateHz } = await spoken(sandbox, { format: 'opus', sample_rate: rate });
      const { format } = await parseBuffer(bytes, { mimeType: 'audio/ogg' }, { duration: true });
      expect(format.container).toMatch(/ogg/i);
      expect(format.duration).toBeCloseTo(samples.length / sampleRateHz, 1);
    },
  );

  test('of a higher bit rate is larger', async ({ sandbox }) => {
    const [small, large] = [
      await spoken(sandbox, { format: 'opus', bit_rate: 6, sample_rate: 48_000 }),
      await spoken(sandbox, { format: 'opus', bit_rate: 128, sample_rate: 48_000 }),
    ];
    expect(large.bytes.length).toBeGreaterThan(small.bytes.length * 3);
  });
});

describe.skipIf(skipsWithout('ffmpeg', 'speech as mp3'))('mp3', () => {
  test.each([8_000, 22_050, 48_000])('is a readable file at %d Hz', async (rate) => {
    const { bytes, samples } = await spoken(await openSpeech(), { format: 'mp3', sample_rate: rate });
    const { format } = await parseBuffer(bytes, { mimeType: 'audio/mpeg' }, { duration: true });
    expect(format.sampleRate).toBe(rate);
    expect(format.duration).toBeGreaterThanOrEqual(samples.length / rate - 0.2);
    expect(format.duration).toBeLessThan(samples.length / rate + 0.4);
  });
});

test('mp3 without ffmpeg is refused in plain words', async () => {
  const settings = { sampleRateHz: 8_000, bitRateKbps: 32, packetMs: 20, serial: 1, aigcTag: undefined };
  await expect(openEncoder('mp3', settings, undefined)).rejects.toThrow('needs ffmpeg');
});

describe('the AIGC tag', () => {
  const tagged = { enable_aigc_tag: true, aigc_propagator: 'a-community', aigc_propagate_id: 'id-7' };

  test.each(['wav', 'opus'])('is in %s with both ids', async (format) => {
    const { bytes } = await spoken(await openSpeech(), { ...tagged, format });
    expect(bytes.toString('latin1')).toContain('"ContentPropagator":"a-community","PropagateID":"id-7"');
  });

  test.skipIf(skipsWithout('ffmpeg', 'the tag of an mp3'))('is in mp3 with both ids', async () => {
    const { bytes } = await spoken(await openSpeech(), { ...tagged, format: 'mp3' });
    const { native } = await parseBuffer(bytes, { mimeType: 'audio/mpeg' });
    const frame = native['ID3v2.3']?.find(({ id }) => id === 'TXXX:AIGC');
    expect(String(frame?.value)).toContain('"ContentPropagator":"a-community","PropagateID":"id-7"');
  });

  test('has the account and the request for ids when none are given, and is not there unless asked for', async () => {
    const sandbox = await openSpeech();
    const caller = await connectSpeech(sandbox);
    await caller.say(text, { format: 'wav', enable_aigc_tag: true });
    const requestId = caller.events.at(-1)?.header.attributes?.request_uuid;
    expect(caller.audio.toString('latin1')).toContain(
      `"ContentPropagator":"sandbox-account","PropagateID":"${requestId}"`,
    );
    const { bytes } = await spoken(sandbox, { format: 'wav', aigc_propagator: 'a-community' });
    expect(bytes.toString('latin1')).not.toContain('ContentPropagator');
  });
});

describe('the parameters are heard', () => {
  test('a higher volume is louder, and none is silence', async ({ sandbox }) => {
    const [off, half, full] = [
      await spoken(sandbox, { volume: 0 }),
      await spoken(sandbox, { volume: 50 }),
      await spoken(sandbox, { volume: 100 }),
    ];
    expect(loudness(off.samples)).toBe(0);
    expect(loudness(full.samples) / loudness(half.samples)).toBeGreaterThan(1.7);
  });

  test('a higher rate is shorter', async ({ sandbox }) => {
    const [slow, fast] = [await spoken(sandbox, { rate: 0.5 }), await spoken(sandbox, { rate: 2 })];
    expect(slow.samples.length).toBeGreaterThan(fast.samples.length * 2.5);
  });

  test('pitch, instruction, voice and seed change the sound', async ({ sandbox }) => {
    const variants = [
      {},
      { pitch: 1.5 },
      { instruction: 'Speak calmly.' },
      { voice: 'meadow' },
      { seed: 9 },
      { voice: 'ember-clone', instruction: 'sad' },
    ];
    const sounds = new Set<string>();
    for (const variant of variants) {
      const { bytes } = await spoken(sandbox, variant);
      sounds.add(bytes.toString('base64'));
    }
    expect(sounds.size).toBe(variants.length);
  });

  test.each(['pcm', 'wav', 'opus'])('the same seed gives the same bytes of %s', async (format) => {
    const sandbox = await openSpeech();
    const [one, two] = [
      await spoken(sandbox, { format, seed: 41 }),
      await spoken(sandbox, { format, seed: 41 }),
    ];
    expect(one.bytes.equals(two.bytes)).toBe(true);
  });

  test('replaced words, pinyin and stripped markup are what is spoken', async ({ sandbox }) => {
    const caller = await connectSpeech(sandbox);
    const taskId = await caller.say('# Title\n**DB** at 行, see [here](http://x.test).', {
      voice: 'ember-clone',
      enable_markdown_filter: true,
      hot_fix: { replace: [{ DB: 'database' }], pronunciation: [{ 行: 'hang2' }] },
    });
    expect(sandbox.synthesis.task(taskId)?.sentences.join('')).toMatch(
      /^Title\n?database at {2}hang , see here\.$/,
    );
  });
});

test('a break of SSML is heard as silence', async ({ sandbox }) => {
  const whole = async (ssml: string) => (await spoken(sandbox, { enable_ssml: true }, ssml)).samples.length;
  const [without, withBreak] = [
    await whole('<speak>one two</speak>'),
    await whole('<speak>one two<break time="2s"/></speak>'),
  ];
  expect(withBreak - without).toBe(2 * 22_050);
});

test('a task without text is finished without sound', async () => {
  const caller = await connectSpeech(await openSpeech());
  const taskId = await caller.started({}, 'tts-v2');
  caller.finish(taskId);
  await caller.event('task-finished', taskId);
  expect(caller.audio).toHaveLength(0);
});
