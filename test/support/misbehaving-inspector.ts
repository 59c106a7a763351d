import { writeFileSync } from 'node:fs';
import { endWithOwner } from '../../src/media/inspection/end-with-owner.ts';
import type { InspectionJob } from '../../src/media/inspection/reading.ts';

/** Entry of a process that does with a file what its name says. */
const deeds: Readonly<Record<string, (job: InspectionJob) => unknown>> = {
  'tell what it was given': () => ({ env: Object.keys(process.env), flags: process.execArgv }),
  'fill the memory': () => {
    for (const hoard: unknown[] = []; ; ) hoard.push({ more: new Array(1_000).fill(hoard) });
  },
  'go on for ever': () => {
    for (;;);
  },
};

endWithOwner();
process.on('message', (job: InspectionJob) => {
  const [deed = '', note] = job.path.split(' > ');
  if (note) writeFileSync(note, String(process.pid));
  process.send?.({ is: 'read', reading: deeds[deed]?.(job) });
});
process.send?.({ is: 'ready' });
