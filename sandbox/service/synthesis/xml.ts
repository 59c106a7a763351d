/** What a document is made of, in its order; a tag without content is opened and closed. */
export type XmlPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'close'; readonly name: string };

/** A document that is not well-formed; the message says where, to follow a "because". */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

/** Letters of all scripts may stand in a name. */
const name = '[\\p{L}_:][\\p{L}\\p{M}\\p{N}_:.·-]*';
const tag = new RegExp(
  `<!--[\\s\\S]*?-->|<\\?[\\s\\S]*?\\?>|<(/?)(${name})((?:\\s+${name}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`,
  'gu',
);
const attribute = new RegExp(`(${name})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'gu');
const entity = /&(?:(#x[\da-f]+|#\d+|\w+);)?/gi;
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Reads a small XML document without a DTD and without CDATA; checks that its tags are balanced.
 * @throws {XmlError}
 */
export function readXml(document: string): readonly XmlPart[] {
  const parts: XmlPart[] = [];
  const open: string[] = [];
  let from = 0;
  for (const found of document.matchAll(tag)) {
    const [whole, slash, name, attributes = '', alone] = found;
    parts.push({ kind: 'text', text: textOf(document.slice(from, found.index)) });
    from = found.index + whole.length;
    if (name === undefined) continue;
    if (slash) {
      if (open.pop() !== name) throw new XmlError(`</${name}> closes nothing`);
      parts.push({ kind: 'close', name });
      continue;
    }
    parts.push({ kind: 'open', name, attributes: attributesOf(attributes) });
    if (alone) parts.push({ kind: 'close', name });
    else open.push(name);
  }
  parts.push({ kind: 'text', text: textOf(document.slice(from)) });
  if (open.length > 0) throw new XmlError(`<${open.at(-1)}> is not closed`);
  return parts.filter((part) => part.kind !== 'text' || part.text !== '');
}

function textOf(text: string): string {
  if (text.includes('<')) throw new XmlError('a tag is not well-formed');
  return text.replace(entity, (_, name: string | undefined) => {
    const value = name === undefined ? undefined : entityOf(name);
    if (value === undefined) throw new XmlError('an & must be written &amp;');
    return value;
  });
}

function entityOf(name: string): string | undefined {
  if (!name.startsWith('#')) return named[name];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    if (pairs.has(name)) throw new XmlError(`the attribute ${name} is given twice`);
    pairs.set(name, textOf(double ?? single ?? ''));
  }
  return pairs;
}
