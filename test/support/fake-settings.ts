import {
  ServerSettings,
  type SettingsChange,
  type SettingsRecord,
} from '../../src/community/server-settings.ts';
import type { Collection } from '../../src/storage/collection.ts';
import { asWritten } from '../../src/storage/record-index.ts';
import { silentLog } from './fake-log.ts';
import { MemoryShelf } from './memory-shelf.ts';

/** What changes of settings are written to, in memory. */
export function memoryChanges(): MemoryShelf<SettingsChange> {
  return new MemoryShelf<SettingsChange>(undefined, undefined, asWritten);
}

/** Servers' settings in memory; `shelf` is what's stored. */
export function memorySettings(
  shelf: Pick<Collection<SettingsRecord>, 'get' | 'change'> = new MemoryShelf<SettingsRecord>(),
  {
    changes = memoryChanges(),
    now = () => 0,
    untouched,
  }: {
    readonly changes?: MemoryShelf<SettingsChange>;
    readonly now?: () => number;
    readonly untouched?: SettingsRecord;
  } = {},
): ServerSettings {
  return new ServerSettings({
    records: shelf,
    changes,
    now,
    log: silentLog,
    ...(untouched ? { untouched } : {}),
  });
}
