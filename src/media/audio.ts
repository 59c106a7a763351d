import { join } from 'node:path';
import { Refusal } from '../refusal/refusal.ts';
import type { AudioFacts } from './audio-file.ts';
import { downloadGiven } from './download.ts';
import { type GivenFile, inspectGiven } from './inspection/inspectors.ts';

interface AudioLimits {
  readonly minSeconds: number;
  readonly maxSeconds: number;
  readonly maxBytes: number;
}

const bytesPerMegabyte = 1024 * 1024;
/** An MP3 encoder rounds up to whole frames and adds one or two, and a cut at exactly 30 s has to pass. */
const mp3PaddingSeconds = 0.1;

/**
 * Downloads an audio file and checks its content (document 1, section A, `audio_url`), so that a request the service
 * would refuse costs nothing.
 * @throws Refusal `url-not-http`, `url-private`, `file-unreachable`, `file-unreadable`, `files-busy`, `own-files-busy`,
 * `audio-too-large`, `audio-wrong-kind` or `audio-wrong-length`; DownloadError `aborted` if the signal aborts
 */
export async function inspectAudio(given: GivenFile, limits: AudioLimits): Promise<AudioFacts> {
  const { minSeconds, maxSeconds, maxBytes } = limits;
  return await given.inspectors.inFolder(async (folder) => {
    const path = join(folder, 'audio');
    await downloadGiven(
      { ...given, path, maxBytes, timeoutMs: 60_000, idleTimeoutMs: 15_000 },
      {
        tooLarge: { code: 'audio-too-large', limitMegabytes: Math.floor(maxBytes / bytesPerMegabyte) },
        unreachable: { code: 'file-unreachable', option: given.option },
      },
    );
    const facts = await inspectGiven(given, { kind: 'audio', path });
    if (!facts) throw new Refusal({ code: 'audio-wrong-kind' });
    const paddingSeconds = facts.kind === 'mp3' ? mp3PaddingSeconds : 0;
    if (facts.seconds < minSeconds || facts.seconds > maxSeconds + paddingSeconds)
      throw new Refusal({ code: 'audio-wrong-length', minSeconds, maxSeconds });
    return facts;
  });
}
