import { Readable, Transform } from 'node:stream';
import { createAudioPlayer, createAudioResource, EndBehaviorType, StreamType } from '@discordjs/voice';
import { OpusEncoder } from 'libopus-wasm/discordjs';
import type { OpenBenchRoom, Saying } from './subjects.ts';

/** Twice the rate and twice the channels, which is what the library's raw type wants. */
function stereo48(): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const mono = new Int16Array(chunk.buffer, chunk.byteOffset, chunk.length / 2);
      const wide = new Int16Array(mono.length * 4);
      for (let index = 0; index < mono.length; index += 1)
        wide.fill(mono[index] ?? 0, index * 4, index * 4 + 4);
      done(null, Buffer.from(wide.buffer));
    },
  });
}

/** prism-media's encoder, with the Opus library that Emcee has too: frames of 20 ms from 48 kHz stereo. */
function opusEncoder(): Transform {
  const encoder = OpusEncoder.create(48_000, 2);
  const frameBytes = 960 * 2 * 2;
  let rest = Buffer.alloc(0);
  return new Transform({
    readableObjectMode: true,
    transform(chunk: Buffer, _, done) {
      void encoder.then((ready) => {
        rest = Buffer.concat([rest, chunk]);
        for (; rest.length >= frameBytes; rest = rest.subarray(frameBytes))
          this.push(ready.encode(rest.subarray(0, frameBytes)));
        done();
      }, done);
    },
  });
}

function resourceOf({ format, chunks }: Saying) {
  const source = Readable.from(chunks, { objectMode: format === 'packets', highWaterMark: 16 });
  if (format === 'ogg') return createAudioResource(source, { inputType: StreamType.OggOpus });
  const packets = format === 'pcm' ? source.pipe(stereo48()).pipe(opusEncoder()) : source;
  return createAudioResource(packets, { inputType: StreamType.Opus });
}

/** 48 kHz stereo to 16 kHz mono, the mean of six samples. */
function downsampled(pcm: Buffer): Int16Array {
  const wide = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2);
  const samples = new Int16Array(Math.floor(wide.length / 6));
  for (let index = 0; index < samples.length; index += 1) {
    let sum = 0;
    for (let each = 0; each < 6; each += 1) sum += wide[index * 6 + each] ?? 0;
    samples[index] = sum / 6;
  }
  return samples;
}

/** What guides and most bots do: an AudioPlayer, receive streams, decoding to 48 kHz stereo, downsampling in JavaScript. */
export const openRecipeRoom: OpenBenchRoom = () => {
  // A kindness: by default, five frames that come late end what is being said for good.
  const player = createAudioPlayer({ behaviors: { maxMissedFrames: Number.MAX_SAFE_INTEGER } });
  player.on('error', (error) => console.error(error));
  return {
    listen(connection, speakerId, onSamples) {
      const stream = connection.receiver.subscribe(speakerId, { end: { behavior: EndBehaviorType.Manual } });
      const decoder = OpusEncoder.create(48_000, 2);
      stream.on('error', (error) => console.error(error));
      stream.on('data', (packet: Buffer) => {
        void decoder.then((ready) => onSamples(downsampled(ready.decode(packet))));
      });
    },
    say(connection, saying) {
      connection.subscribe(player);
      player.play(resourceOf(saying));
    },
    stop: () => player.stop(true),
  };
};
