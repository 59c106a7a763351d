import { Refusal } from '../../refusal/refusal.ts';
import type { Inspectors } from './inspectors.ts';
import type { InspectionJob, Readings } from './reading.ts';

/**
 * Reads a file that a person gave.
 * @param personId whose it is
 * @param option what carried the file, for the sentences
 * @throws Refusal `file-unreadable` when it can't be read within the limits; `files-busy`,
 * `own-files-busy` or `shutting-down`
 */
export async function inspectGiven<Job extends InspectionJob>(
  inspectors: Inspectors,
  job: Job,
  personId: string,
  option: string,
): Promise<Readings[Job['kind']]> {
  const inspection = await inspectors.inspect(job, 'given', personId);
  if (inspection.is === 'unread') throw new Refusal({ code: 'file-unreadable', option });
  return inspection.reading;
}
