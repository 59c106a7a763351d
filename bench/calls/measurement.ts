import type { Measurement, Sample, Subject } from '../support/measurement.ts';
import { callSample, simulatedSample } from './round.ts';

const recipe = 'AudioPlayer, receive streams, resampling in JavaScript';
const crowds = [1, 10, 50];

function prefixed(prefix: string, sample: Sample): Sample {
  return Object.fromEntries(Object.entries(sample).map(([key, value]) => [`${prefix}${key}`, value]));
}

/** Three people take turns with the bot; what a conversation takes, and what of it is its room. */
export const calls: Measurement = {
  name: 'calls',
  title: 'conversations of three people with the bot, end-to-end encrypted, all in one process',
  rounds: 2,
  onlyWhenNamed: true,
  figures: crowds.flatMap((rooms) => [
    { key: `${rooms}-cpuPercent`, label: `${rooms}: CPU a conversation, % of a core`, digits: 2 },
    { key: `${rooms}-beyondPercent`, label: `${rooms}: of it beyond its room, % of a core`, digits: 2 },
    { key: `${rooms}-loopPercent`, label: `${rooms}: event loop busy a conversation, %`, digits: 2 },
    { key: `${rooms}-rssMiB`, label: `${rooms}: memory a conversation, MiB`, digits: 1 },
    { key: `${rooms}-heapMiB`, label: `${rooms}: heap a conversation, MiB`, digits: 2 },
    { key: `${rooms}-saidPercent`, label: `${rooms}: answers heard, % of all that was answered` },
  ]),
  ours: {
    name: 'Emcee',
    async run() {
      const all: Record<string, number> = {};
      for (const rooms of crowds) {
        const room = await callSample('room', 'talk', rooms);
        const call = await callSample('emcee', 'talk', rooms);
        const beyondPercent = (call.cpuPercent ?? 0) - (room.cpuPercent ?? 0);
        Object.assign(all, prefixed(`${rooms}-`, { ...call, beyondPercent }));
      }
      return all;
    },
  },
  alternatives: [
    {
      name: recipe,
      async run() {
        const all: Record<string, number> = {};
        for (const rooms of crowds)
          Object.assign(all, prefixed(`${rooms}-`, await callSample('recipe', 'talk', rooms)));
        return all;
      },
    },
  ],
};

const latency = (name: string, key: string): Subject => ({
  name,
  run: async () => await callSample(key, 'interrupted', 1, ['latency']),
});

/** On the way in, on the way out, and how soon it's quiet. */
export const callLatency: Measurement = {
  name: 'call-latency',
  title: '20 times: somebody asks, is answered, interrupts, and is answered again',
  rounds: 1,
  onlyWhenNamed: true,
  figures: [
    { key: 'appends', label: 'appends that were traced to their last packet' },
    { key: 'appendP50Ms', label: 'last packet of an append → the socket, p50 ms', digits: 2 },
    { key: 'appendP99Ms', label: 'last packet of an append → the socket, p99 ms', digits: 2 },
    { key: 'appendCpuP99Ms', label: 'of it CPU time of the bot, p99 ms', digits: 2 },
    { key: 'firstP50Ms', label: 'first delta → first packet, p50 ms', digits: 1 },
    { key: 'firstP95Ms', label: 'first delta → first packet, p95 ms', digits: 1 },
    { key: 'interruptions', label: 'interruptions' },
    { key: 'stopMaxMs', label: 'decision → last packet of the old answer, max ms', digits: 1 },
    { key: 'beyondFadeMs', label: 'of it beyond the fade of 40 ms, max ms', digits: 1 },
    { key: 'stalePackets', label: 'packets of an old answer after that' },
  ],
  ours: latency('Emcee', 'emcee'),
  alternatives: [latency(recipe, 'recipe')],
};

/** Whether what a conversation keeps grows with it. */
export const callsSoak: Measurement = {
  name: 'calls-soak',
  title: 'two hours of conversation in simulated time, then 1,000 short calls',
  rounds: 1,
  onlyWhenNamed: true,
  figures: [
    ...[10, 30, 60, 90, 120].map((minutes) => ({
      key: `heap${minutes}`,
      label: `heap after ${minutes} min, MiB`,
      digits: 2,
    })),
    { key: 'growthKiB', label: 'more after 60 min than after 10, KiB' },
    { key: 'laterKiB', label: 'more after 120 min than after 60, KiB' },
    { key: 'perCallKiB', label: 'left behind by a call that has ended, KiB', digits: 2 },
    { key: 'turns', label: 'turns' },
    { key: 'sessions', label: 'sessions, one after another' },
    { key: 'lines', label: 'lines of a transcript' },
    { key: 'spokenMinutes', label: 'spoken by the bot, min', digits: 1 },
    { key: 'cpuPercent', label: 'CPU without ears and sockets to Discord, % of a core', digits: 2 },
  ],
  ours: { name: 'Emcee', run: async () => await simulatedSample('bench/calls/soak.ts') },
  alternatives: [],
};

/** The same without ears and sockets to Discord, so that the machine's other work doesn't count: only CPU time does. */
export const callsCrowd: Measurement = {
  name: 'calls-crowd',
  title:
    'a minute of conversations in simulated time, all in one process; only mouth, conversation and service',
  rounds: 3,
  onlyWhenNamed: true,
  figures: crowds.flatMap((rooms) => [
    { key: `${rooms}-cpuPercent`, label: `${rooms}: CPU a conversation, % of a core`, digits: 2 },
    { key: `${rooms}-heapMiB`, label: `${rooms}: heap a conversation, MiB`, digits: 2 },
    { key: `${rooms}-rssMiB`, label: `${rooms}: memory a conversation, MiB`, digits: 1 },
  ]),
  ours: crowd('Emcee', 'call'),
  alternatives: [crowd('its room alone', 'room')],
};

function crowd(name: string, what: 'call' | 'room'): Subject {
  return {
    name,
    async run() {
      const all: Record<string, number> = {};
      for (const rooms of crowds) {
        const sample = await simulatedSample('bench/calls/crowd.ts', String(rooms), what);
        Object.assign(all, prefixed(`${rooms}-`, sample));
      }
      return all;
    },
  };
}
