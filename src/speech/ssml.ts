import { parseXml, XmlCdata, XmlElement, type XmlNode, XmlText } from '@rgrove/parse-xml';

/** Why a text is no SSML that may be sent. */
type SsmlProblem = 'malformed' | 'no-speak';

interface Ssml {
  /** Rewritten: well-formed, without comments, instructions and document types. */
  readonly text: string;
  /** What of it is spoken. */
  readonly spoken: string;
}

/**
 * Reads SSML strictly, and writes it again with each of its texts changed by `change`, its tags and attributes as they
 * were. The document says nothing about tags, so the service judges those.
 */
export function readSsml(
  source: string,
  change: (text: string) => string = (text) => text,
): Ssml | SsmlProblem {
  // A document type could define entities that grow without bound; SSML has no use for one.
  if (/<!(?:DOCTYPE|ENTITY)/iu.test(source)) return 'malformed';
  const root = parsed(source.trim());
  if (!root) return 'malformed';
  if (root.name !== 'speak') return 'no-speak';
  const spoken: string[] = [];
  const text = written(root, (original) => {
    const changed = change(original);
    spoken.push(changed);
    return changed;
  });
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

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
