import { waveFile } from './wave-file.ts';

/** A mono 16-bit PCM WAV of silence; `promisedSeconds` is what its header says. */
export function wav(seconds: number, promisedSeconds = seconds): Buffer {
  const sampleRateHz = 8_000;
  const file = waveFile({ sampleRateHz, samples: new Int16Array(Math.round(seconds * sampleRateHz)) });
  const promisedBytes = Math.round(promisedSeconds * sampleRateHz) * 2;
  file.writeUInt32LE(36 + promisedBytes, 4);
  file.writeUInt32LE(promisedBytes, 40);
  return file;
}

const mp3FrameBytes = 417;
const mp3FrameSeconds = 1_152 / 44_100;

/** 128 kbit/s, 44.1 kHz, MPEG-1 layer III frames of silence; `promisedFrames` puts a Xing table into the first one. */
export function mp3(seconds: number, promisedFrames?: number): Buffer {
  const frames = Array.from({ length: Math.round(seconds / mp3FrameSeconds) }, () => mp3Frame(0xfb));
  const [first] = frames;
  if (promisedFrames !== undefined && first) {
    first.write('Xing', 36, 'latin1');
    first.writeUInt32BE(3, 40);
    first.writeUInt32BE(promisedFrames, 44);
    first.writeUInt32BE(promisedFrames * mp3FrameBytes, 48);
  }
  return Buffer.concat(frames);
}

/** The same frames marked as layer II: an MP2, which is not an MP3. */
export function mp2(seconds: number): Buffer {
  return Buffer.concat(Array.from({ length: Math.round(seconds / mp3FrameSeconds) }, () => mp3Frame(0xfd)));
}

function mp3Frame(layerByte: number): Buffer {
  const frame = Buffer.alloc(mp3FrameBytes);
  frame.set([0xff, layerByte, layerByte === 0xfd ? 0x80 : 0x90, 0xc0]);
  return frame;
}

/** An ID3v2 tag of so many bytes in front of whatever follows. */
export function id3(bytes: number): Buffer {
  const tag = Buffer.alloc(10 + bytes);
  tag.write('ID3', 0, 'latin1');
  tag[3] = 3;
  for (let part = 0; part < 4; part += 1) tag[9 - part] = (bytes >> (7 * part)) & 0x7f;
  return tag;
}
