import { lstat, opendir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ZodType } from 'zod';
import { limitAlarmSchema } from '../community/limit-rules.ts';
import { settingsChangeIndex, settingsChangeSchema } from '../community/server-settings.ts';
import { spendingSweep } from '../community/spending-sweep.ts';
import { keptTextSchema } from '../interpreter/recordings/kept-texts.ts';
import { toldRecordingSchema } from '../interpreter/recordings/told-messages.ts';
import { giveBackIndex, giveBackSchema } from '../limits/give-back.ts';
import { Sweep } from '../operations/sweep.ts';
import { erasureSchema } from '../privacy/erasure.ts';
import {
  type CollectionName,
  type Keeping,
  keptCollections,
  keptElsewhere,
  keptForMs,
} from '../storage/kept.ts';
import { asWritten, type IndexRecord, nobodys } from '../storage/record-index.ts';
import type { SetAside } from '../storage/store.ts';
import type { Copy } from '../storage/store-copies.ts';
import type { SharedParts } from './parts.ts';

const hourMs = keptElsewhere.temporary.keeps.ms;
const dayMs = 24 * 60 * 60_000;
/** Folders that `mkdtemp` made here, named after their purpose. Earlier versions wrote transcripts there. */
const temporary = /^emcee-(transcript|reference|audio|picture|settings)-[A-Za-z0-9]{6}$/;
/** Longer than the bot works on anyone's file. It doesn't work on transcripts any more. */
const workedOnMs = {
  transcript: 0,
  reference: hourMs,
  audio: hourMs,
  picture: hourMs,
  settings: hourMs,
} as const;

type Parts = Pick<SharedParts, 'config' | 'clock' | 'log' | 'store'>;

interface LeftFolder {
  readonly for: keyof typeof workedOnMs;
  readonly changedAt: number;
}

/**
 * Days that were spent are deleted when nobody needs them any more, and changes of settings when they can't be undone. What the store put aside, unreadable records and copies, is
 * kept no longer than the originals. Anything that a killed
 * process left in the temporary folder is deleted.
 */
export function leftoverSweeps(
  { config, clock, log, store }: Parts,
  temporaryFolder = tmpdir(),
): {
  open(): void;
  close(): Promise<void>;
} {
  const judge = (keeps: Keeping, at: number, remove: () => Promise<unknown>) =>
    clock.now() - at < (keptForMs(keeps, config) ?? 0) ? 'keep' : remove;
  const shared = { clock, log, everyMs: dayMs };
  /** Records go when the table of what's kept says so. */
  const expired = <T extends { readonly at: number }>(
    name: string,
    of: Exclude<CollectionName, 'set-aside'>,
    schema: ZodType<T>,
    indexOf: IndexRecord<T>,
    everyMs = dayMs,
  ) => {
    const records = store.collection(of, schema, indexOf);
    return new Sweep<T>({
      ...{ ...shared, everyMs, name },
      records: () => records.entries(),
      judge: (id, { at }) => judge(keptCollections[of].keeps, at, async () => await records.delete(id)),
    });
  };
  const sweeps = [
    spendingSweep({ money: store.atomic.money, clock, log }),
    expired('changes of settings', 'settings-changes', settingsChangeSchema, settingsChangeIndex),
    expired('alarms of limits', 'limit-alarms', limitAlarmSchema, asWritten),
    expired('what was given back', 'give-backs', giveBackSchema, giveBackIndex),
    expired('what recordings said', 'recordings-kept', keptTextSchema, asWritten, hourMs),
    expired('where recordings are told', 'recordings-told', toldRecordingSchema, asWritten),
    expired('notes of erasures', 'erasures', erasureSchema, nobodys),
    new Sweep<SetAside>({
      ...shared,
      name: 'records that were set aside',
      records: () => store.setAside.entries(),
      judge: (id, { setAsideAt }) =>
        judge(keptCollections['set-aside'].keeps, setAsideAt, async () => await store.setAside.delete(id)),
    }),
    new Sweep<Copy>({
      ...shared,
      name: 'copies of the store',
      records: async function* () {
        for (const copy of store.copies()) yield [copy.path, copy] as const;
      },
      judge: (path, { madeAt }) =>
        judge(keptElsewhere.copies.keeps, madeAt, async () => await rm(path, { force: true })),
    }),
    new Sweep<LeftFolder>({
      ...shared,
      name: 'what was left in the temporary folder',
      records: () => leftIn(temporaryFolder),
      judge: (path, left) => {
        if (clock.now() - left.changedAt < workedOnMs[left.for]) return 'keep';
        return async () => {
          await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
            log.warn({ err: error, for: left.for }, "couldn't remove what was left in the temporary folder");
          });
        };
      },
    }),
  ];
  return {
    open: () => {
      for (const sweep of sweeps) sweep.start();
    },
    close: async () => {
      await Promise.all(sweeps.map((sweep) => sweep.close()));
    },
  };
}

/** Our own folders of this user; never follows links. */
async function* leftIn(folder: string): AsyncGenerator<readonly [path: string, left: LeftFolder]> {
  for await (const { name } of await opendir(folder)) {
    const [, purpose] = temporary.exec(name) ?? [];
    if (!isPurpose(purpose)) continue;
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isDirectory() && found.uid === process.getuid?.())
      yield [path, { for: purpose, changedAt: found.mtimeMs }];
  }
}

function isPurpose(purpose: string | undefined): purpose is keyof typeof workedOnMs {
  return purpose !== undefined && Object.hasOwn(workedOnMs, purpose);
}
