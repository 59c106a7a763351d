import type { Spending } from '../community/spending.ts';
import { waveData } from '../media/wave-chunks.ts';
import type { Clock } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';
import { malformed } from '../service/answer.ts';
import { ServiceError } from '../service/errors.ts';
import { checkSynthesis } from '../service/synthesis/check.ts';
import type { AudioFormat, SampleRateHz } from '../service/synthesis/models.ts';
import type {
  SynthesisClient,
  SynthesisRequest,
  SynthesisSummary,
} from '../service/synthesis/synthesis-types.ts';
import { estimateSeconds } from './reading/length.ts';
import type { Script, TextAsk } from './script.ts';
import type { SpeechOrder } from './utterance.ts';
import { refusalOf, type Sound } from './voice-choice.ts';

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
  readonly #synthesis: SynthesisClient;
  readonly #spending: Spending;
  readonly #clock: Clock;
  readonly #closing = new AbortController();

  constructor(synthesis: SynthesisClient, spending: Spending, clock: Clock) {
    this.#synthesis = synthesis;
    this.#spending = spending;
    this.#clock = clock;
  }

  /** @throws {Refusal}, {ServiceError} */
  async make(order: SpeechOrder, script: Script, sound: Sound, ask: FileAsk): Promise<SpokenFile> {
    const request = fileRequest(script, sound, ask);
    const [problem] = checkSynthesis(request);
    if (problem) throw refusalOf(problem, sound);
    if (estimateBytes(request, script) * tolerance > ask.maxBytes) throw tooLarge(ask.maxBytes);
    const entry = { ...order, at: this.#clock.now() };
    await this.#spending.charge(entry, script.characters);
    let spent = script.characters;
    try {
      const options = { maxBytes: ask.maxBytes, signal: this.#closing.signal };
      const { bytes, summary } = await synthesizeFile(this.#synthesis, request, script.input, options);
      spent = summary.characters ?? script.characters;
      return { bytes, extension: extensions[ask.format], script, sound, characters: spent };
    } catch (error) {
      if (error instanceof ServiceError && error.nothingHappened) spent = 0;
      throw error;
    } finally {
      // A file that's made doesn't wait for the store.
      await this.#spending.finish(entry, spent);
    }
  }

  close(): void {
    this.#closing.abort();
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

const riffSizeAt = 4;
const firstChunkAt = 12;
const bytesPerMegabyte = 1_048_576;

interface AudioFile {
  readonly bytes: Uint8Array;
  readonly summary: SynthesisSummary;
}

/**
 * Synthesizes a text into one file.
 * @throws {ServiceError}, {Refusal} `speech-file-too-large` as soon as that's known
 */
async function synthesizeFile(
  synthesis: SynthesisClient,
  request: SynthesisRequest,
  input: string,
  options: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<AudioFile> {
  const task = synthesis.start(request, options.signal);
  // Rejections surface where they're awaited, and nobody awaits if reading fails first.
  task.done.catch(() => undefined);
  task.write(input);
  task.finish();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of task.audio) {
    bytes += chunk.length;
    if (bytes > options.maxBytes) {
      task.cancel();
      throw tooLarge(options.maxBytes);
    }
    chunks.push(chunk);
  }
  const summary = await task.done;
  const file = Buffer.concat(chunks);
  if (!beginsAs[request.format as FileFormat](file)) throw malformed('AudioIsNoSound');
  return { bytes: request.format === 'wav' ? withTrueLengths(file) : file, summary };
}

/** Whether the bytes can be what was asked for. Players say nothing useful about a file that's something else. */
const beginsAs: Readonly<Record<FileFormat, (file: Buffer) => boolean>> = {
  mp3: (file) =>
    file.toString('latin1', 0, 3) === 'ID3' || (file[0] === 0xff && ((file[1] ?? 0) & 0xe0) === 0xe0),
  wav: (file) => file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WAVE',
  opus: (file) => file.toString('latin1', 0, 4) === 'OggS',
};

function tooLarge(maxBytes: number): Refusal {
  return new Refusal({
    code: 'speech-file-too-large',
    limitMegabytes: Math.floor(maxBytes / bytesPerMegabyte),
  });
}

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

/** The maximum size of a voiced sentence: well over a minute. */
const mostVoicedBytes = 4_000_000;

/** What a sentence is voiced for: the guild and channel that it's charged and logged for. */
type VoicedFor = Pick<SpeechOrder, 'id' | 'reference' | 'guildId' | 'locale' | 'publicLocale'> & {
  readonly panelChannelId: string;
};

type VoiceText = (
  text: string,
  of: VoicedFor,
  userId: string,
  signal: AbortSignal,
) => AsyncIterable<Uint8Array>;

interface FileMaker {
  file(order: SpeechOrder, ask: TextAsk & FileAsk): Promise<Pick<SpokenFile, 'bytes'>>;
}

/** Text in the person's chosen voice, as mono PCM. It's charged like everything that's read aloud. */
export function voicedBy(speech: FileMaker, sampleRateHz: 16_000 | 24_000): VoiceText {
  let voiced = 0;
  return async function* (text, request, userId, signal) {
    voiced += 1;
    const { id, reference, guildId, panelChannelId: channelId, locale, publicLocale } = request;
    const order = {
      id: `${id}-${voiced}`,
      reference,
      guildId,
      channelId,
      userId,
      locale,
      publicLocale,
      panel: { channelId, applicationId: '', tokenExpiresAt: 0 },
    };
    const names = { user: () => undefined, role: () => undefined, channel: () => undefined };
    const file = { format: 'wav', sampleRateHz, maxBytes: mostVoicedBytes } as const;
    const { bytes } = await speech.file(order, { text, names, ...file });
    signal.throwIfAborted();
    const pcm = waveData(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (!pcm) throw new Refusal({ code: 'call-cannot-voice' });
    yield pcm;
  };
}
