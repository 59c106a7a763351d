import { join } from 'node:path';
import { Refusal } from '../refusal/refusal.ts';
import { type AddressPolicy, anyAddress, typedAddresses } from './addresses.ts';
import { DownloadError, downloadToFile } from './download.ts';
import { type Inspectors, inspectGiven } from './inspection/inspectors.ts';

interface AudioLimits {
  readonly minSeconds: number;
  readonly maxSeconds: number;
  readonly maxBytes: number;
}

export interface AudioInspection {
  readonly inspectors: Inspectors;
  /** The person who gave it. */
  readonly personId: string;
  readonly url: string;
  /** The address is a Discord attachment's, not one that a person typed. */
  readonly trusted: boolean;
  readonly limits: AudioLimits;
  readonly timeoutMs?: number;
  readonly idleTimeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Which typed addresses are allowed; tests use another policy because they have no public host. */
  readonly typedPolicy?: AddressPolicy;
}

interface InspectedAudio {
  readonly kind: 'wav' | 'mp3';
  readonly seconds: number;
  readonly bytes: number;
}

/**
 * Downloads an audio file and checks its content (document 1, section A, `audio_url`), so that a request the service
 * would refuse costs nothing.
 * @throws Refusal `url-not-http`, `url-private`, `file-unreachable`, `file-unreadable`, `files-busy`, `own-files-busy`,
 * `audio-too-large`, `audio-wrong-kind` or `audio-wrong-length`; DownloadError `aborted` if the signal aborts
 */
export async function inspectAudio(inspection: AudioInspection): Promise<InspectedAudio> {
  const { inspectors, personId, limits } = inspection;
  return await inspectors.inFolder(async (folder) => {
    const path = join(folder, 'audio');
    const { bytes } = await fetchAudio(inspection, path);
    const facts = await inspectGiven(inspectors, { kind: 'audio', path }, personId, optionOf(inspection));
    if (!facts) throw new Refusal({ code: 'audio-wrong-kind' });
    const paddingSeconds = facts.kind === 'mp3' ? mp3PaddingSeconds : 0;
    if (facts.seconds < limits.minSeconds || facts.seconds > limits.maxSeconds + paddingSeconds) {
      const { minSeconds, maxSeconds } = limits;
      throw new Refusal({ code: 'audio-wrong-length', minSeconds, maxSeconds });
    }
    return { ...facts, bytes };
  });
}

async function fetchAudio(inspection: AudioInspection, path: string): Promise<{ readonly bytes: number }> {
  const { url, trusted, limits, signal } = inspection;
  try {
    return await downloadToFile({
      url,
      path,
      maxBytes: limits.maxBytes,
      timeoutMs: inspection.timeoutMs ?? 60_000,
      idleTimeoutMs: inspection.idleTimeoutMs ?? 15_000,
      policy: trusted ? anyAddress : (inspection.typedPolicy ?? typedAddresses('audio_url')),
      signal,
    });
  } catch (error) {
    if (!(error instanceof DownloadError) || error.reason === 'aborted') throw error;
    if (error.reason === 'too-large') {
      throw new Refusal({
        code: 'audio-too-large',
        limitMegabytes: Math.floor(limits.maxBytes / bytesPerMegabyte),
      });
    }
    throw new Refusal({ code: 'file-unreachable', option: optionOf(inspection) });
  }
}

function optionOf({ trusted }: AudioInspection): string {
  return trusted ? 'audio' : 'audio_url';
}

const bytesPerMegabyte = 1024 * 1024;
/** An MP3 encoder rounds up to whole frames and adds one or two, and a cut at exactly 30 s has to pass. */
const mp3PaddingSeconds = 0.1;
