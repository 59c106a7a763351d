import { parseXml, XmlCdata, XmlElement, type XmlNode, XmlText } from '@rgrove/parse-xml';

/** Why a text can't be sent as SSML. */
type SsmlProblem = 'malformed' | 'no-speak';

interface Ssml {
  /** Rewritten: well-formed, without comments, instructions and document types. */
  readonly text: string;
  /** What people hear, for people to read: the alias instead of the text in its place, and a pronunciation beside its text. */
  readonly spoken: string;
}

/**
 * Reads SSML strictly and writes it again, with each text changed by `change` and all tags and attributes kept. The
 * document says nothing about tags, so the service judges those.
 */
export function readSsml(
  source: string,
  change: (text: string) => string = (text) => text,
): Ssml | SsmlProblem {
  // A document type could define entities that grow without limit, and SSML doesn't need one.
  if (/<!(?:DOCTYPE|ENTITY)/iu.test(source)) return 'malformed';
  const root = parsed(source.trim());
  if (!root) return 'malformed';
  if (root.name !== 'speak') return 'no-speak';
  const spoken: string[] = [];
  const text = written(root, change);
  hear(root, change, spoken);
  return { text, spoken: spoken.join(' ').replace(/\s+/gu, ' ').trim() };
}

function parsed(source: string): XmlElement | undefined {
  try {
    return parseXml(source, { preserveCdata: true }).root ?? undefined;
  } catch {
    return undefined;
  }
}

function written(node: XmlNode, change: (text: string) => string): string {
  if (node instanceof XmlText || node instanceof XmlCdata) return escaped(change(node.text));
  if (!(node instanceof XmlElement)) return '';
  const attributes = Object.entries(node.attributes).map(
    ([name, value]) => ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`,
  );
  const inside = node.children.map((child) => written(child, change)).join('');
  const head = `${node.name}${attributes.join('')}`;
  return inside === '' ? `<${head}/>` : `<${head}>${inside}</${node.name}>`;
}

/** Who reads along sees what is said instead of a text, not the text that nobody hears. */
function hear(node: XmlNode, change: (text: string) => string, spoken: string[]): void {
  if (node instanceof XmlText || node instanceof XmlCdata) spoken.push(change(node.text));
  if (!(node instanceof XmlElement)) return;
  const said = insteadOf(node);
  if (said.alias) spoken.push(said.alias);
  else for (const child of node.children) hear(child, change, spoken);
  if (said.sounds) spoken.push(`(${said.sounds})`);
}

/** Services take tags and attributes in any case, and with a namespace. */
function insteadOf({ attributes }: XmlElement) {
  const of = (wanted: string) =>
    Object.entries(attributes).find(([name]) => name.toLowerCase().replace(/^.*:/u, '') === wanted)?.[1];
  return { alias: of('alias'), sounds: of('ph') };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
