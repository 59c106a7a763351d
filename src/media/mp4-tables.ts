/**
 * How many entries a box of an MP4 makes a parser keep, by its own count; undefined if the box has no room for so many.
 * `content` comes after the box's header. A box of another type has one entry: itself. Layouts: ISO 14496-12, 8.6.1.2,
 * 8.7.3, 8.7.4, 8.7.5 and 8.8.8.
 */
export function entriesOf(type: string, content: Buffer): number | undefined {
  if (type === 'trun') return runOf(content);
  const table = tables[type];
  if (!table) return 1;
  if (content.length < table.countAt + 4) return undefined;
  const entries = content.readUInt32BE(table.countAt);
  const room = content.length - table.countAt - 4;
  return entries * table.entryBytes(content) <= room ? entries : undefined;
}

export function isTable(type: string): boolean {
  return type === 'trun' || type in tables;
}

/** Each entry of such a box is a sample. */
export function holdsSamples(type: string): boolean {
  return type === 'stsz' || type === 'stz2' || type === 'trun';
}

interface Table {
  readonly countAt: number;
  readonly entryBytes: (content: Buffer) => number;
}

const tables: Readonly<Record<string, Table>> = {
  stts: { countAt: 4, entryBytes: () => 8 },
  stsc: { countAt: 4, entryBytes: () => 12 },
  stco: { countAt: 4, entryBytes: () => 4 },
  co64: { countAt: 4, entryBytes: () => 8 },
  stsd: { countAt: 4, entryBytes: () => 8 },
  // Samples of one size have no table, so only `maxSamples` limits how many there are.
  stsz: { countAt: 8, entryBytes: (content) => (content.readUInt32BE(4) === 0 ? 4 : 0) },
  stz2: { countAt: 8, entryBytes: (content) => content.readUInt8(7) / 8 },
};

/** Flags say which fields a run's entries have, which may be none. */
function runOf(content: Buffer): number | undefined {
  if (content.length < 8) return undefined;
  const flags = content.readUInt32BE(0);
  const fields = (masks: readonly number[]) => masks.filter((mask) => flags & mask).length * 4;
  const samples = content.readUInt32BE(4);
  const needed = 8 + fields([0x1, 0x4]) + samples * fields([0x100, 0x200, 0x400, 0x800]);
  return needed <= content.length ? samples : undefined;
}
