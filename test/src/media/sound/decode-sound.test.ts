import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import { ffmpeg, skipsWithout } from '../../../../sandbox/test/support/needs.ts';
import { oggOpus } from '../../../../sandbox/test/support/ogg-writer.ts';
import { encodeSpeech } from '../../../../sandbox/test/support/opus-speech.ts';
import { spawnDecoder } from '../../../../src/media/inspection/inspector.ts';
import { Inspectors } from '../../../../src/media/inspection/inspectors.ts';
import { decodeSound } from '../../../../src/media/sound/decode-sound.ts';
import { systemClock } from '../../../../src/operations/clock.ts';
import { isRunning, silentLog } from '../../../support/inline-inspectors.ts';

const folder = mkdtempSync(join(tmpdir(), 'emcee-test-'));
const to = join(folder, 'sound');
const poolOf = (spawn = spawnDecoder) =>
  new Inspectors({ clock: systemClock, log: silentLog, spawn, limitMs: 120_000 });
const decoders = poolOf();

afterAll(() => {
  decoders.close();
  rmSync(folder, { recursive: true, force: true });
});

function file(bytes: Uint8Array | string): string {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  return path;
}

const tone = (seconds: number) =>
  Int16Array.from({ length: seconds * 48_000 }, (_, index) => 8_000 * Math.sin(index * 0.0576));
const packets = await encodeSpeech(tone(2), 48_000);
const spoken = (options: object = {}) =>
  oggOpus(packets, { preSkip: 312, endTicks: 312 + 96_000, ...options });

describe('Ogg Opus', () => {
  test.each([
    ['from phones', spoken(), { ms: 2_000, cut: false }],
    [
      'in one stream after another',
      Buffer.concat([spoken(), spoken({ serial: 8 })]),
      { ms: 4_000, cut: false },
    ],
    ['as far as it goes when it was cut short', spoken().subarray(0, -3_000), { cut: true }],
    [
      'with gaps where nobody spoke (DTX)',
      oggOpus(packets.map((packet, index) => (index > 20 && index < 60 ? packet.subarray(0, 1) : packet))),
      { ms: packets.length * 20, cut: false },
    ],
    [
      'with a packet in it that is no Opus inside',
      oggOpus(packets.map((packet, index) => (index === 30 ? Uint8Array.of(0x78, 1) : packet))),
      { ms: packets.length * 20, cut: false },
    ],
  ] as const)('is decoded %s', async (_, bytes, reading) => {
    const decoded = await decodeSound({ path: file(bytes), to, mostMs: 600_000 });
    expect(decoded).toMatchObject({ is: 'sound', silent: false, ...reading });
    if (decoded.is === 'sound') expect(Math.ceil(statSync(to).size / 32)).toBe(decoded.ms);
  });

  test('is decoded to the sound that was recorded', async () => {
    await decodeSound({ path: file(spoken()), to, mostMs: 600_000 });
    const bytes = readFileSync(to);
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2).subarray(4_000, 20_000);
    const crossings = samples.filter((sample, index) => sample >= 0 && (samples[index - 1] ?? 0) < 0).length;
    expect(crossings).toBeGreaterThan(435);
    expect(crossings).toBeLessThan(445);
  });

  test('is decoded up to the limit, and told to be longer', async () => {
    const exactly = await decodeSound({ path: file(spoken()), to, mostMs: 2_000 });
    expect(exactly).toMatchObject({ is: 'sound', ms: 2_000 });
    expect(await decodeSound({ path: file(spoken()), to, mostMs: 1_999 })).toEqual({ is: 'too-long' });
  });

  test('is all that can be read without ffmpeg', async () => {
    expect(await decodeSound({ path: file('RIFF....WAVE'), to, mostMs: 1_000 })).toEqual({
      is: 'needs-ffmpeg',
    });
  });
});

test('a process that decodes leaves what it compiled to the next one', async () => {
  const compiled = join(folder, 'compiled');
  for (const _ of [1, 2]) {
    const pool = poolOf(() => spawnDecoder(compiled));
    const job = { kind: 'sound', path: file(spoken()), to, mostMs: 600_000, ffmpeg: undefined } as const;
    expect(await pool.inspect(job, 'results')).toMatchObject({ is: 'read', reading: { is: 'sound' } });
    await eventually(() => existsSync(compiled) && readdirSync(compiled).length > 0, 'what it compiled');
    pool.close();
  }
});

describe.skipIf(skipsWithout('ffmpeg', 'sound of other kinds'))('what ffmpeg reads', () => {
  /** A second of a tone, or of a picture without one. */
  function made(name: string, ...options: readonly string[]): string {
    const path = join(folder, name);
    const sources = options.length > 0 ? options : ['-f', 'lavfi', '-i', 'sine=duration=1'];
    execFileSync(ffmpeg ?? '', ['-y', '-loglevel', 'error', ...sources, path]);
    return path;
  }
  const picture = ['-f', 'lavfi', '-i', 'testsrc=duration=1:size=64x64:rate=5'];
  const stereo = ['-f', 'lavfi', '-i', 'sine=duration=1', '-ac', '2', '-c:a', 'libvorbis'];

  const reading = async (path: string) => {
    const inspection = await decoders.inspect(
      { kind: 'sound', path, to, mostMs: 600_000, ffmpeg },
      'results',
    );
    return inspection.is === 'read' ? inspection.reading : inspection;
  };

  test.each([
    ['MP3', 'tone.mp3', []],
    ['M4A', 'tone.m4a', []],
    ['WebM', 'tone.webm', []],
    ['WAV', 'tone.wav', []],
    ['Ogg Vorbis in stereo', 'tone.ogg', stereo],
    [
      'Ogg Opus in stereo',
      'stereo.opus',
      ['-f', 'lavfi', '-i', 'sine=duration=1', '-ac', '2', '-c:a', 'libopus'],
    ],
    [
      'music',
      'music.flac',
      ['-f', 'lavfi', '-i', 'aevalsrc=0.2*sin(440*2*PI*t)+0.2*sin(554*2*PI*t)+0.2*random(0):d=1'],
    ],
    ['a film with sound', 'film.mp4', [...picture, '-f', 'lavfi', '-i', 'sine=duration=1']],
  ] as const)('%s is decoded by ffmpeg', async (_, name, options) => {
    const decoded = await reading(made(name, ...options));
    expect(decoded).toMatchObject({ is: 'sound', silent: false, cut: false });
    expect(decoded).toHaveProperty('ms', expect.closeTo(1_000, -2));
  });

  test('a film without sound, noise and a playlist are told apart from sound', async () => {
    expect(await reading(made('silent.mp4', ...picture))).toEqual({ is: 'none' });
    expect(await reading(file(Buffer.alloc(5_000, 'noise')))).toEqual({ is: 'unknown' });
    const leads = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://${made('hidden.wav')}\n#EXT-X-ENDLIST\n`;
    expect(await reading(file(leads))).toEqual({ is: 'unknown' });
    expect(await reading(file(`ffconcat version 1.0\nfile ${made('hidden.wav')}\n`))).toEqual({
      is: 'unknown',
    });
  });

  test('ffmpeg ends with the process that decodes', async () => {
    const note = join(folder, 'pid');
    const endless = join(folder, 'ffmpeg');
    const script = `#!/bin/sh\n[ "$1" = -h ] && exit 0\necho $$ >${note}\nexec /bin/sleep 1000\n`;
    writeFileSync(endless, script, { mode: 0o700 });
    const pool = poolOf();
    const path = file('anything');
    const decoding = pool.inspect({ kind: 'sound', path, to, mostMs: 1_000, ffmpeg: endless }, 'results');
    decoding.catch(() => undefined);
    await eventually(() => existsSync(note) && readFileSync(note, 'utf8').endsWith('\n'), 'ffmpeg at work');
    const pid = Number(readFileSync(note, 'utf8'));
    pool.close();
    await eventually(() => !isRunning(pid), 'the end of ffmpeg');
  });
});
