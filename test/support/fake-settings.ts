import { ServerSettings, type StoredServerSettings } from '../../src/community/server-settings.ts';
import { Lifeline, MemoryShelf } from './video-world.ts';

/** Servers' settings in memory; `shelf` is what's stored. */
export function memorySettings(
  shelf = new MemoryShelf<StoredServerSettings>(() => new Lifeline()),
): ServerSettings {
  return new ServerSettings(shelf);
}
