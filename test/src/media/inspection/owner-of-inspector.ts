import { spawnInspector } from '../../../../src/media/inspection/inspector.ts';
import { Inspectors } from '../../../../src/media/inspection/inspectors.ts';
import { systemClock } from '../../../../src/operations/clock.ts';
import { silentLog } from '../../../support/inline-inspectors.ts';

/** Entry of a process that has an inspector at work for ever, whose process id it has written to a file. */
const [note] = process.argv.slice(2);
const entry = new URL('../../../support/misbehaving-inspector.ts', import.meta.url);
const inspectors = new Inspectors({
  clock: systemClock,
  log: silentLog,
  spawn: () => spawnInspector(entry),
  limitMs: 600_000,
});
await inspectors.inspect({ kind: 'audio', path: `go on for ever > ${note}` }, 'results');
