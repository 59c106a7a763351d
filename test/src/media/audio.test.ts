import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { id3, mp2, mp3, wav } from '../../../sandbox/test/support/audio-samples.ts';
import { anyAddress, typedAddresses } from '../../../src/media/addresses.ts';
import { inspectAudio } from '../../../src/media/audio.ts';
import { DownloadError } from '../../../src/media/download-error.ts';
import type { GivenFile } from '../../../src/media/inspection/inspectors.ts';
import type { RefusalFacts } from '../../../src/refusal/refusal.ts';
import { inlineInspectors } from '../../support/inline-inspectors.ts';
import { refusal, rejection } from '../../support/rejection.ts';
import { announced, endless, ScriptedService } from '../../support/scripted-service.ts';

const limits = { minSeconds: 2, maxSeconds: 30, maxBytes: 15 * 1024 * 1024 };
const service = ScriptedService.forEachTest();

async function inspected(changes: Partial<GivenFile> = {}) {
  const url = `${service.url}/sound.bin`;
  const given = { inspectors: inlineInspectors, personId: 'ann', url, option: 'audio', policy: anyAddress };
  return await inspectAudio({ ...given, ...changes }, limits);
}

async function refusalOf(changes: Partial<GivenFile> = {}): Promise<RefusalFacts> {
  return await refusal(inspected(changes));
}

/** A WAV with a `fact` chunk in front of its sound. */
function withSampleFact(bytes: Buffer, samples: number): Buffer {
  const fact = Buffer.from('fact\x04\0\0\0\0\0\0\0', 'latin1');
  fact.writeUInt32LE(samples, 8);
  return Buffer.concat([bytes.subarray(0, 36), fact, bytes.subarray(36)]);
}

describe('a file is known by its content', () => {
  test.each([
    ['a WAV that is called text', wav(3), 'wav', 3],
    ['an MP3', mp3(4), 'mp3', 4],
    ['an MP3 behind a tag', Buffer.concat([id3(3_000), mp3(4)]), 'mp3', 4],
    ['the shortest WAV', wav(2), 'wav', 2],
    ['the longest WAV', wav(30), 'wav', 30],
    ['an MP3 that was cut at 30 s and rounded up to whole frames', mp3(30.03), 'mp3', 30],
  ])('%s', async (_, bytes, kind, seconds) => {
    service.answer({ body: bytes, headers: { 'content-type': 'text/plain' } });
    const audio = await inspected();
    expect(audio).toMatchObject({ kind });
    expect(audio.seconds).toBeCloseTo(seconds, 1);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['an HTML page', Buffer.from('<!doctype html><title>Sign in</title>'.repeat(100))],
    ['an MP2', mp2(5)],
    ['an MP4', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2', 'latin1')],
    ['an Ogg', Buffer.from(`OggS${'\0'.repeat(200)}`, 'latin1')],
    ['compressed, which a player would not see through', gzipSync(wav(5))],
    ['the beginning of a WAV header', wav(3).subarray(0, 30)],
    ['a WAV header and no sound', wav(0, 5)],
    ['an MP3 behind something else', Buffer.concat([Buffer.alloc(5_000), mp3(5)])],
    ['the header of a frame without one', Buffer.concat([mp3(0.03).subarray(0, 4), Buffer.alloc(3_000)])],
    [
      'a chunk of four gigabytes',
      Buffer.concat([wav(3).subarray(0, 12), Buffer.from('id3 \xf0\xff\xff\xff', 'latin1')]),
    ],
    [
      'fifteen megabytes of beginnings of frames',
      Buffer.concat([id3(0), Buffer.alloc(limits.maxBytes - 10, 0xff)]),
    ],
  ])('%s is the wrong kind, whatever it says it is', async (_, bytes) => {
    service.answer({ body: bytes, headers: { 'content-type': 'audio/mpeg' } });
    expect(await refusalOf({ url: `${service.url}/song.mp3` })).toEqual({ code: 'audio-wrong-kind' });
  });
});

describe('the length is that of the sound which is there', () => {
  test.each([
    ['too short a WAV', wav(1.9)],
    ['too long a WAV', wav(30.1)],
    ['too short an MP3', mp3(1.5)],
    ['too long an MP3', mp3(31)],
    ['a WAV that was cut and promises more', wav(1, 10)],
    ['a WAV that promises more samples than it has', withSampleFact(wav(1), 80_000)],
    ['an MP3 that was cut and promises more', mp3(1, 400)],
    ['an MP3 that promises less than it has', mp3(60, 200)],
  ])('%s is refused with the limits', async (_, bytes) => {
    service.answer({ body: bytes });
    expect(await refusalOf()).toEqual({ code: 'audio-wrong-length', minSeconds: 2, maxSeconds: 30 });
  });
});

describe('a file that is too large', () => {
  test('is refused by its announced size', async () => {
    service.answer(announced(limits.maxBytes + 1));
    expect(await refusalOf()).toEqual({ code: 'audio-too-large', limitMegabytes: 15 });
  });

  test('is cut off when it never ends', async () => {
    service.answer(endless);
    expect(await refusalOf()).toEqual({ code: 'audio-too-large', limitMegabytes: 15 });
  });
});

describe('a file that cannot be had', () => {
  test('names the option it came from', async () => {
    service.answer({ status: 404, body: 'no' }, { status: 500, body: 'no' });
    expect(await refusalOf()).toEqual({ code: 'file-unreachable', option: 'audio' });
    expect(await refusalOf({ option: 'audio_url' })).toEqual({
      code: 'file-unreachable',
      option: 'audio_url',
    });
  });

  test('because the bot is stopping is not refused, but given up', async () => {
    const stop = new AbortController();
    service.answer(() => stop.abort());
    expect(await rejection(inspected({ signal: stop.signal }), DownloadError)).toMatchObject({
      reason: 'aborted',
    });
  });
});

describe('an address that a person typed', () => {
  const typed = { option: 'audio_url', policy: typedAddresses('audio_url') };

  test('may not lead to this machine, and an attachment may', async () => {
    expect(await refusalOf(typed)).toEqual({ code: 'url-private', option: 'audio_url' });
    expect(service.heard).toEqual([]);
    service.answer({ body: wav(3) });
    expect(await inspected()).toMatchObject({ kind: 'wav' });
  });

  test('must be an http(s) one', async () => {
    const facts = await refusalOf({ ...typed, url: 'file:///etc/passwd' });
    expect(facts).toEqual({ code: 'url-not-http', option: 'audio_url' });
  });
});
