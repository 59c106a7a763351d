import type { Migration } from '../migration.ts';

/** In version 4 each feature kept its own record of what a server decided. */
const pages = {
  'speech-guilds': 'speech',
  'conversation-guilds': 'conversation',
  'interpreter-glossaries': 'interpreter',
  'knowledge-guilds': 'knowledge',
} as const;

/** Everything that a server decided is one record with a page for each feature. */
export const oneSettingsRecord: Migration = {
  version: 5,
  name: "a server's settings in one record",
  run: (records) => {
    const settings = new Map<string, Record<string, unknown>>();
    for (const [collection, page] of Object.entries(pages)) {
      for (const [guildId, value] of records.entries(collection)) {
        // Unreadable ones stay where they are: they'd make all pages of that server unreadable.
        if (!isPage(value)) continue;
        settings.set(guildId, { ...settings.get(guildId), [page]: value });
        records.remove(collection, guildId);
      }
    }
    for (const [guildId, value] of settings) records.put('server-settings', guildId, value, { guildId });
  },
};

function isPage(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
