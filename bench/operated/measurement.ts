import type { Measurement, Subject } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';

const patienceMs = 600_000;

/** The real bot as a process, both stand-ins, and what an operator does to it. */
function subject(what: string): Subject {
  const script = `bench/operated/${what}.ts`;
  return { name: 'Emcee', run: async (folder) => await sampleFrom({ script, args: [folder] }, patienceMs) };
}

/** Nobody else's bot can be stopped, killed or starved in the same way, so there's nothing to compare with. */
const alone = { rounds: 1, alternatives: [] } as const;

export const operatedStop: Measurement = {
  ...alone,
  name: 'operated-stop',
  title: 'a stop with 50 rooms and five creations held by a slow service',
  figures: [
    { key: 'stopMs', label: 'from SIGTERM to the exit, ms' },
    { key: 'exitCode', label: 'exit code' },
    { key: 'found', label: 'held creations found again by the next start, of 5' },
    { key: 'tasks', label: 'tasks made of them at the service' },
  ],
  ours: subject('stop'),
};

export const operatedUpgrade: Measurement = {
  ...alone,
  rounds: 3,
  name: 'operated-upgrade',
  title: 'an update: the next process is started once the one before has stopped',
  figures: [
    { key: 'gapMs', label: 'from the last answered command to the next one, ms' },
    { key: 'stopMs', label: 'of these, the stop, ms' },
  ],
  ours: subject('upgrade'),
};

export const operatedRest: Measurement = {
  ...alone,
  name: 'operated-rest',
  title: 'a bot that is logged in and has nothing to do, 30 s',
  figures: [
    { key: 'rssMiB', label: 'resident, MiB' },
    { key: 'cpuMs', label: 'CPU in 30 s, ms' },
  ],
  ours: subject('rest'),
};

export const operatedKills: Measurement = {
  ...alone,
  name: 'operated-kills',
  title: '20 kills at seeded moments, two videos asked for before each',
  figures: [
    { key: 'accepted', label: 'videos accepted before a kill' },
    { key: 'delivered', label: 'delivered once' },
    { key: 'forPeople', label: 'left for their people to decide' },
    { key: 'lost', label: 'lost' },
    { key: 'doubled', label: 'paid or posted twice' },
  ],
  ours: subject('kills'),
};

export const operatedFullDisk: Measurement = {
  ...alone,
  name: 'operated-full-disk',
  title:
    'a full disk with five videos under way, then 60 s with room again (needs root: the disk is mounted)',
  onlyWhenNamed: true,
  figures: [
    { key: 'paidMeanwhile', label: 'creations while it was full' },
    { key: 'refused', label: 'commands refused in a sentence meanwhile, of 2' },
    { key: 'toldOwner', label: 'direct messages to the owner' },
    { key: 'delivered', label: 'delivered 60 s after it was freed, of 5' },
    { key: 'hanging', label: 'hanging then' },
  ],
  ours: subject('full-disk'),
};
