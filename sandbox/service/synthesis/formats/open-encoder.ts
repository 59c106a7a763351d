import type { WireFormat } from '../commands.ts';
import { invalid } from '../task-failure.ts';
import type { AudioEncoder, StreamSettings } from './audio-encoder.ts';
import { Mp3Encoder } from './mp3.ts';
import { openOggOpus } from './ogg-opus.ts';
import { PcmEncoder } from './pcm.ts';
import { WavEncoder } from './wav.ts';

/** @throws {TaskFailure} `InvalidParameter` for `mp3` without an `ffmpeg` on the machine */
export async function openEncoder(
  format: WireFormat,
  settings: StreamSettings,
  ffmpeg: string | undefined,
): Promise<AudioEncoder> {
  switch (format) {
    case 'pcm':
      return new PcmEncoder();
    case 'wav':
      return new WavEncoder(settings);
    case 'opus':
      return openOggOpus(settings);
    case 'mp3':
      if (!ffmpeg) {
        throw invalid('payload.parameters.format mp3 needs ffmpeg, which this machine does not have.');
      }
      return new Mp3Encoder(ffmpeg, settings);
  }
}
