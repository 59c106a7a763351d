import { Application, createDecoder, createEncoder } from 'libopus-wasm';
import { levelOf, VoiceDetectors } from '../../src/call/hearing/voice-detector.ts';
import { spoken } from '../../test/support/spoken.ts';
import type { Sample } from '../support/measurement.ts';
import { endWithParent, reportSample } from '../support/round.ts';

/** `detector | level | nothing`: half a minute of each person's packets, one after the other as fast as they can be decoded. */
endWithParent();
const [how = ''] = process.argv.slice(2);
const rateHz = 16_000;
const perFrame = 320;
const seconds = 30;
const framesPerSecond = 50;
const sentence =
  'The museum opens at nine and closes at six, and on Thursdays it stays open until ten, so there is time enough for everything on your list. ';

async function packetsOf(voice: string): Promise<readonly Uint8Array[]> {
  const sound = spoken(sentence.repeat(5), voice, rateHz);
  const encoder = await createEncoder({
    sampleRate: rateHz,
    channels: 1,
    application: Application.Voip,
    bitrate: 32_000,
    complexity: 5,
    frameSize: perFrame,
  });
  const packets = Array.from({ length: seconds * framesPerSecond }, (_, index) => {
    const at = (index * perFrame) % (sound.length - perFrame);
    return Uint8Array.from(encoder.encode(new Uint8Array(sound.slice(at, at + perFrame).buffer)));
  });
  encoder.free();
  return packets;
}

const voices = ['en-us', 'en-gb+m4', 'en-us+f3', 'en-gb-scotland', 'en-us+f5'];
const packets = await Promise.all(voices.map(packetsOf));

/** CPU of so many people, in microseconds. */
async function cpuOf(people: number): Promise<number> {
  const decoders = await Promise.all(
    Array.from({ length: people }, () => createDecoder({ sampleRate: rateHz, channels: 1 })),
  );
  const detectors = new VoiceDetectors();
  let heard = 0;
  const hear = (userId: string, samples: Int16Array, index: number) => {
    if (how === 'level') heard += levelOf(samples);
    if (how !== 'detector') return;
    const frame = { userId, samples, rtpTimestamp: (index * 960) | 0, kind: 'spoken' } as const;
    heard += detectors.judgeFrame(frame).speech ? 1 : 0;
  };
  const before = process.cpuUsage();
  for (let index = 0; index < seconds * framesPerSecond; index += 1)
    decoders.forEach((decoder, person) => {
      const packet = packets[person % packets.length]?.[index];
      if (packet) hear(`person ${person}`, decoder.decode(packet), index);
    });
  const { user, system } = process.cpuUsage(before);
  for (const decoder of decoders) decoder.free();
  if (how === 'detector' && heard === 0) throw new Error('nobody was heard');
  return user + system;
}

const sample: Record<string, number> = {};
await cpuOf(1);
for (const people of [1, 3, 10]) {
  const cpuUs = await cpuOf(people);
  sample[`cpu${people}`] = cpuUs / people / seconds / 10_000;
  sample[`frame${people}`] = cpuUs / people / (seconds * framesPerSecond);
}
reportSample(sample satisfies Sample);
