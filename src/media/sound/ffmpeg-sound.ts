import { dirname } from 'node:path';
import prism from 'prism-media';
import { type SoundSink, soundBytesPerMs, soundRateHz } from './sound-sink.ts';

/** Containers that phones, recorders and people bring. None of them leads to other files or addresses. */
const formats = [
  ...['aac', 'aiff', 'amr', 'asf', 'avi', 'caf', 'flac', 'flv', 'matroska', 'mov', 'mp3', 'mpeg', 'mpegts'],
  ...['ogg', 'wav', 'w64'],
];
const mostAllocatedBytes = 64 * 1024 * 1024;
const mostPixels = 8_192 * 4_320;
/** Of a processor. */
const mostSeconds = 40;
const longestComplaint = 2_000;
/** The words of ffmpeg for a film without a sound track. */
const noSound = /matches no streams/;

/**
 * Decodes anything that the machine's ffmpeg knows, one thread, no network, no other files, for a limited time. `cut`: it's damaged
 * in the middle.
 */
export async function decodeWithFfmpeg(
  ffmpeg: string,
  path: string,
  sink: SoundSink,
  mostMs: number,
): Promise<'whole' | 'cut' | 'none' | undefined> {
  // The library looks for the program there, and this process has no other environment.
  process.env.PATH = dirname(ffmpeg);
  const transcoder = new prism.FFmpeg({ args: argumentsFor(path, mostMs) });
  // What goes wrong shows in how the program ends.
  transcoder.on('error', () => undefined);
  const { process: child } = transcoder;
  child.stdin?.end();
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(0, longestComplaint);
  });
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  child.once('close', resolve).once('error', () => resolve(null));
  try {
    for await (const piece of child.stdout ?? []) {
      await sink.writeBytes(piece);
      if (sink.full) return 'whole';
    }
    const code = await ended;
    if (sink.ms > 0) return code === 0 ? 'whole' : 'cut';
    return noSound.test(complaint) ? 'none' : undefined;
  } finally {
    child.kill('SIGKILL');
  }
}

function argumentsFor(path: string, mostMs: number): string[] {
  const seconds = String(Math.ceil(mostMs / 1_000) + 1);
  const limits = ['-timelimit', String(mostSeconds), '-max_alloc', String(mostAllocatedBytes)];
  const input = [
    ...['-threads', '1', '-max_pixels', String(mostPixels), '-protocol_whitelist', 'file'],
    ...['-format_whitelist', formats.join(','), '-vn', '-sn', '-dn', '-t', seconds, '-i', `file:${path}`],
  ];
  const output = [
    ...['-map', '0:a:0', '-ac', '1', '-ar', String(soundRateHz), '-t', seconds],
    ...['-fs', String((mostMs + 2_000) * soundBytesPerMs), '-f', 's16le', '-acodec', 'pcm_s16le'],
  ];
  return ['-hide_banner', '-loglevel', 'error', '-nostdin', ...limits, ...input, ...output];
}
