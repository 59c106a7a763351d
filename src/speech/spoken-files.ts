import { malformed } from '../service/answer.ts';
import { checkSynthesis } from '../service/synthesis/check.ts';
import type { AudioFormat, SampleRateHz } from '../service/synthesis/models.ts';
import type { SynthesisRequest } from '../service/synthesis/synthesis-types.ts';
import { estimateSeconds } from './reading/length.ts';
import type { Script } from './script.ts';
import type { SpeechOrder } from './utterance.ts';
import { refusalOf, type Sound } from './voice-choice.ts';
import { tooLarge, type WholeSpeech } from './whole-speech.ts';

type FileFormat = Exclude<AudioFormat, 'pcm'>;

export interface FileAsk {
  readonly format: FileFormat;
  readonly sampleRateHz?: SampleRateHz | undefined;
  readonly bitRateKbps?: number | undefined;
  readonly seed?: number | undefined;
  /** Embeds a watermark that says AI made it. */
  readonly marked?: boolean | undefined;
  readonly maxBytes: number;
}

export interface SpokenFile {
  readonly bytes: Uint8Array;
  readonly extension: string;
  readonly script: Script;
  readonly sound: Sound;
  /** Billed characters. */
  readonly characters: number;
}

/** The only Opus rate used; 22.05 kHz is the service's default for other formats. */
const opusRateHz = 48_000;
const wavRateHz = 24_000;
const wavBytesPerSample = 2;
/** How much longer than estimated a text may get before it's refused. */
const tolerance = 0.5;

/** Texts as files that people can keep. */
export class SpokenFiles {
  readonly #speech: WholeSpeech;

  constructor(speech: WholeSpeech) {
    this.#speech = speech;
  }

  /** @throws {Refusal}, {ServiceError} */
  async make(order: SpeechOrder, script: Script, sound: Sound, ask: FileAsk): Promise<SpokenFile> {
    const { format, maxBytes } = ask;
    const request = fileRequest(script, sound, ask);
    const [problem] = checkSynthesis(request);
    if (problem) throw refusalOf(problem, sound);
    if (estimateBytes(request, script) * tolerance > maxBytes) throw tooLarge(maxBytes);
    const { bytes, characters } = await this.#speech.make(order, script, request, maxBytes);
    if (!beginsAs[format](bytes)) throw malformed('AudioIsNoSound');
    const file = format === 'wav' ? withTrueLengths(bytes) : bytes;
    return { bytes: file, extension: extensions[format], script, sound, characters };
  }
}

/** File extensions that people's players know for Ogg with Opus. */
const extensions: Readonly<Record<FileFormat, string>> = { mp3: 'mp3', wav: 'wav', opus: 'ogg' };

function fileRequest(script: Script, sound: Sound, ask: FileAsk): SynthesisRequest {
  const { format, sampleRateHz, bitRateKbps, seed, marked } = ask;
  const usualRateHz = format === 'opus' ? opusRateHz : format === 'wav' ? wavRateHz : undefined;
  const rateHz = sampleRateHz ?? usualRateHz;
  return {
    ...sound,
    format,
    ...(rateHz === undefined ? {} : { sampleRateHz: rateHz }),
    ...(bitRateKbps === undefined ? {} : { bitRateKbps }),
    ...(seed === undefined ? {} : { seed }),
    ...(marked ? { aigcTag: {} } : {}),
    ...(script.ssml ? { ssml: true } : {}),
    ...(script.hotFix ? { hotFix: script.hotFix } : {}),
  };
}

function estimateBytes(
  { format, sampleRateHz, bitRateKbps, rate }: SynthesisRequest,
  script: Script,
): number {
  const bytesPerSecond =
    format === 'wav' ? (sampleRateHz ?? wavRateHz) * wavBytesPerSample : ((bitRateKbps ?? 64) * 1000) / 8;
  return estimateSeconds(script.spoken, rate) * bytesPerSecond;
}

/** Whether the bytes can be what was asked for. Players say nothing useful about a file that's something else. */
const beginsAs: Readonly<Record<FileFormat, (file: Buffer) => boolean>> = {
  mp3: (file) =>
    file.toString('latin1', 0, 3) === 'ID3' || (file[0] === 0xff && ((file[1] ?? 0) & 0xe0) === 0xe0),
  wav: (file) => file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WAVE',
  opus: (file) => file.toString('latin1', 0, 4) === 'OggS',
};

const riffSizeAt = 4;
const firstChunkAt = 12;

/**
 * Fixes the length in a WAV file's header, because a streamed one was written before its length was known (field notes
 * 2). Other files stay as they are.
 */
export function withTrueLengths(file: Uint8Array): Uint8Array {
  const fixed = Buffer.from(file);
  if (fixed.length < firstChunkAt || fixed.toString('latin1', 0, 4) !== 'RIFF') return file;
  fixed.writeUInt32LE(fixed.length - 8, riffSizeAt);
  for (let at = firstChunkAt; at + 8 <= fixed.length; ) {
    const size = fixed.readUInt32LE(at + 4);
    if (fixed.toString('latin1', at, at + 4) === 'data') {
      fixed.writeUInt32LE(fixed.length - at - 8, at + 4);
      return fixed;
    }
    at += 8 + size + (size % 2);
  }
  return fixed;
}
