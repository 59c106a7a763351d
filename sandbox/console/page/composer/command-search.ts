import type { CommandEntry } from './command-catalog.ts';

/** Whether a draft is the beginning of a command rather than a message: `/` first, no second line. */
export function commandQuery(text: string): string | undefined {
  return text.startsWith('/') && !text.includes('\n') ? text.slice(1).trimStart().toLowerCase() : undefined;
}

/** Entries that match what was typed after `/`: first by their beginning, then by a word's, then anywhere. */
export function searchCommands(entries: readonly CommandEntry[], query: string): readonly CommandEntry[] {
  const wanted = query.trim();
  if (wanted === '') return entries;
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** The entry that's spelled out in full and followed by a space: `/video text `. */
export function spelledOut(entries: readonly CommandEntry[], text: string): CommandEntry | undefined {
  if (!text.startsWith('/') || !text.endsWith(' ')) return undefined;
  const typed = text.slice(1).trim().toLowerCase();
  return entries.find((entry) => namesOf(entry).includes(typed));
}

function rankOf(entry: CommandEntry, wanted: string): number {
  return Math.min(...namesOf(entry).map((name) => rankOfName(name, wanted)));
}

function rankOfName(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  if (name.split(' ').some((word) => word.startsWith(wanted))) return 1;
  if (name.includes(wanted)) return 2;
  return 4;
}

/** In the person's language and as the wire has it, so that either can be typed. */
function namesOf(entry: CommandEntry): readonly string[] {
  return [entry.label.toLowerCase(), entry.path.join(' ').toLowerCase()];
}
