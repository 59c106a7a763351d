/** A stretch of bytes: from, and up to but without `to`. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

const interior = [2, 5];
const leaf = [10, 13];
/** Only the first page begins with something else. */
const headerOfFile = 100;

/** As a file of SQLite says about itself in its first bytes; 1 stands for 65,536. */
export function pageBytesOf(file: Buffer): number {
  const told = file.readUInt16BE(16);
  return told === 1 ? 65_536 : told;
}

/**
 * What a page of a table or an index has, but doesn't use: the room between its pointers and its content, and what was freed within its
 * content. Nothing for any other page, and nothing where the numbers don't fit together. After "B-tree Pages" of SQLite's file format.
 */
export function unusedIn(page: Buffer, number: number): readonly Stretch[] {
  const at = number === 1 ? headerOfFile : 0;
  const kind = page[at] ?? 0;
  if (!interior.includes(kind) && !leaf.includes(kind)) return [];
  const pointers = at + (interior.includes(kind) ? 12 : 8);
  const from = pointers + 2 * page.readUInt16BE(at + 3);
  const content = page.readUInt16BE(at + 5);
  const to = content === 0 ? 65_536 : content;
  if (from > to || to > page.length) return [];
  const freed = freedIn(page, page.readUInt16BE(at + 1), to);
  return freed ? [{ from, to }, ...freed] : [];
}

/** A list that's ordered: two bytes say where the next one is, two how long this one is. */
function freedIn(page: Buffer, first: number, content: number): readonly Stretch[] | undefined {
  const freed: Stretch[] = [];
  let before = content;
  for (let at = first; at !== 0; ) {
    if (at < before || at + 4 > page.length) return undefined;
    const to = at + page.readUInt16BE(at + 2);
    if (to < at + 4 || to > page.length) return undefined;
    freed.push({ from: at + 4, to });
    before = to;
    at = page.readUInt16BE(at);
  }
  return freed;
}
