import type { Measurement, Sample } from '../support/measurement.ts';
import { sendingSample, voiceSample } from './round.ts';

const emcee = 'emcee';
const addressed = 'emcee, an address with each packet';
const recipe = 'AudioPlayer and receive streams';

function prefixed(prefix: string, sample: Sample): Sample {
  return Object.fromEntries(Object.entries(sample).map(([key, value]) => [`${prefix}${key}`, value]));
}

async function together(
  samples: readonly (readonly [prefix: string, run: () => Promise<Sample>])[],
): Promise<Sample> {
  const all: Record<string, number> = {};
  for (const [prefix, run] of samples) Object.assign(all, prefixed(prefix, await run()));
  return all;
}

const crowds = [1, 10, 50];

/** Everybody speaks at once, the bot too: what a room takes. */
export const voiceRooms: Measurement = {
  name: 'voice-rooms',
  title: 'full-duplex rooms with end-to-end encryption: one person and the bot speak without a pause',
  rounds: 3,
  figures: crowds.flatMap((rooms) => [
    { key: `${rooms}-cpuPercent`, label: `${rooms} rooms: CPU a room, % of a core`, digits: 2 },
    { key: `${rooms}-cpuUsAFrame`, label: `${rooms} rooms: CPU a frame heard or sent, µs` },
    {
      key: `${rooms}-lateP99Ms`,
      label: `${rooms} rooms: packets later than 20 ms after the last, p99 ms`,
      digits: 2,
    },
    { key: `${rooms}-rssMiB`, label: `${rooms} rooms: memory a room, MiB`, digits: 1 },
    { key: `${rooms}-sentPercent`, label: `${rooms} rooms: packets sent of those due, %`, digits: 1 },
    { key: `${rooms}-heardPercent`, label: `${rooms} rooms: frames heard of those spoken, %`, digits: 1 },
  ]),
  ours: subject(emcee, 'emcee'),
  alternatives: [subject(recipe, 'recipe')],
};

function subject(name: string, key: string) {
  return {
    name,
    run: () =>
      together(crowds.map((rooms) => [`${rooms}-`, () => voiceSample(key, 'duplex', rooms)] as const)),
  };
}

const loads = [
  ['listen', 'hearing one speaker'],
  ['pcm', 'speaking from PCM'],
  ['ogg', 'speaking from Ogg Opus, passed through'],
] as const;

/** The same taken apart: a speaker who is heard, speech that is encoded, speech that passes through. */
export const voiceParts: Measurement = {
  name: 'voice-parts',
  title: '10 rooms that only hear, or only speak',
  rounds: 3,
  figures: loads.flatMap(([load, what]) => [
    { key: `${load}-cpuPercent`, label: `${what}: CPU a room, % of a core`, digits: 2 },
    { key: `${load}-cpuUsAFrame`, label: `${what}: CPU a frame, µs` },
  ]),
  ours: parts(emcee, 'emcee'),
  alternatives: [parts(addressed, 'addressed'), parts(recipe, 'recipe')],
};

function parts(name: string, key: string) {
  return {
    name,
    run: () => together(loads.map(([load]) => [`${load}-`, () => voiceSample(key, load, 10)] as const)),
  };
}

/** What people notice: how soon it begins, and how soon it is quiet. */
export const voiceLatency: Measurement = {
  name: 'voice-latency',
  title:
    'first byte of PCM to first packet on the wire (40 times); an interruption to the last packet of it (20 times)',
  rounds: 2,
  figures: [
    { key: 'firstP50Ms', label: 'first byte to first packet, p50 ms', digits: 1 },
    { key: 'firstP95Ms', label: 'first byte to first packet, p95 ms', digits: 1 },
    { key: 'stopMaxMs', label: 'stop to last packet of what was said, max ms', digits: 1 },
    { key: 'stalePackets', label: 'packets of interrupted speech sent afterwards' },
  ],
  ours: { name: emcee, run: () => voiceSample('emcee', 'latency', 1) },
  alternatives: [
    { name: 'emcee, pre-buffer of 60 ms', run: () => voiceSample('emcee', 'latency', 1, 60) },
    { name: recipe, run: () => voiceSample('recipe', 'latency', 1) },
  ],
};

/** Half of what a room costs is the system call that sends a packet. */
export const voiceSending: Measurement = {
  name: 'voice-sending',
  title: 'a packet handed to the UDP socket of @discordjs/voice',
  rounds: 5,
  figures: [{ key: 'usAPacket', label: 'CPU a packet, µs', digits: 1 }],
  ours: { name: 'connected, as Emcee does', run: () => sendingSample('connected') },
  alternatives: [{ name: 'as the library does', run: () => sendingSample('addressed') }],
};

/** What is heard of a process that has too little of the machine. */
export const voiceStarved: Measurement = {
  name: 'voice-starved',
  title: '10 s of speech from a process whose event loop stands still for 200 ms of every 300 ms',
  rounds: 2,
  figures: [
    { key: 'tookS', label: 'from the first packet to the last, s', digits: 1 },
    { key: 'heardPercent', label: 'packets sent, % of the speech', digits: 0 },
    { key: 'burst', label: 'packets within 5 ms of each other, most' },
  ],
  ours: { name: emcee, run: () => voiceSample('emcee', 'starved', 1) },
  alternatives: [{ name: recipe, run: () => voiceSample('recipe', 'starved', 1) }],
};
