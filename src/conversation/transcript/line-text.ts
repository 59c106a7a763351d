import { passage, type Sentence } from '../../call/captions/page.ts';
import { showAsIs } from '../../discord/escape.ts';
import type { Words } from '../../words/index.ts';
import type { CallLine } from '../call-types.ts';

const mostSources = 5;
const longestTitle = 80;
/** With what's said, well below what a message takes. */
const longestLinks = 1_000;

/** A line of a transcript: what was said, and in small print what the answer is based on. */
export function sentenceOf(line: CallLine, { conversation }: Words): Sentence {
  const { transcript } = conversation;
  const links = fitting(linksOf([line]).slice(0, mostSources).map(linkText), longestLinks);
  return {
    id: line.id,
    speaker: line.by.is === 'person' ? `<@${line.by.userId}>` : transcript.assistant,
    said: passage(line, { cut: line.final && line.cut ? transcript.cut : undefined }),
    below: [],
    note: links.length === 0 ? undefined : `${transcript.sources} ${links.join(' · ')}`,
  };
}

/** The first texts that fit together, in UTF-16, with the separators between them. */
export function fitting(texts: readonly string[], most: number): readonly string[] {
  let length = 0;
  return texts.filter((text) => {
    length += text.length + 3;
    return length <= most;
  });
}

interface TranscriptLink {
  readonly title: string;
  readonly url: string;
}

/** The pages that were found, without duplicates; only web addresses. */
export function linksOf(lines: readonly CallLine[]): readonly TranscriptLink[] {
  const links = new Map<string, TranscriptLink>();
  for (const { sources } of lines)
    for (const { title, url } of sources) {
      const address = webAddress(url);
      if (address && !links.has(address)) links.set(address, { title: title ?? address, url: address });
    }
  return [...links.values()];
}

export function linkText({ title, url }: TranscriptLink): string {
  return `[${showAsIs(title.replace(/\s+/g, ' '), longestTitle)}](<${url}>)`;
}

/** A web address, without anything that would end the link it's in. */
function webAddress(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  return href.length > 1_000
    ? undefined
    : href.replace(/[()<>]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}
