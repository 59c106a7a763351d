import { sampleRateHz } from './audio-format.ts';
import { Frames } from './frames.ts';

type OnFrame = (frame: Float32Array<ArrayBuffer>) => void;

/** Chromium's direct way to a track's sound (mediacapture-transform); the DOM's types do not have it yet. */
type TrackProcessor = new (options: {
  readonly track: MediaStreamTrack;
  readonly maxBufferSize: number;
}) => { readonly readable: ReadableStream<AudioData> };

/** A second of pieces of 10 ms: a page that is busy that long loses nothing. */
const pieces = 100;

/**
 * Frames of 20 ms, mono, from a microphone's track until the returned function is called. Straight from the track where
 * the browser allows it: a sound graph has a clock of its own, and a machine that is busy tears what goes through it.
 */
export function trackFrames(context: AudioContext, stream: MediaStream, onFrame: OnFrame): () => void {
  const [track] = stream.getAudioTracks();
  const processor: TrackProcessor | undefined = Reflect.get(globalThis, 'MediaStreamTrackProcessor');
  if (!track || !processor || track.getSettings().sampleRate !== sampleRateHz)
    return framesOfGraph(context, stream, onFrame);
  const frames = new Frames(onFrame);
  const reader = new processor({ track, maxBufferSize: pieces }).readable.getReader();
  const read = async (): Promise<void> => {
    for (;;) {
      const { value } = await reader.read();
      if (!value) return;
      const samples = new Float32Array(value.numberOfFrames);
      value.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
      value.close();
      frames.add(samples);
    }
  };
  read().catch(reportError);
  return () => void reader.cancel().catch(reportError);
}

function framesOfGraph(context: AudioContext, stream: MediaStream, onFrame: OnFrame): () => void {
  const source = context.createMediaStreamSource(stream);
  const capture = new AudioWorkletNode(context, 'capture', {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  capture.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => onFrame(data);
  source.connect(capture);
  return () => {
    capture.port.onmessage = null;
    source.disconnect();
    capture.disconnect();
  };
}
