import { invalid } from './task-failure.ts';
import { readXml, XmlError, type XmlPart } from './xml.ts';

export interface SsmlPiece {
  readonly text: string;
  /** Silence after it. */
  readonly pauseMs: number;
  /** What stands outside the tags: with `sub` something else than what is said. */
  readonly written: string;
}

const defaultBreakMs = 250;
const longestBreakMs = 10_000;

/**
 * Reads one SSML document: what is said, and the breaks between. Tags without a meaning here are read past.
 * @throws {TaskFailure} `InvalidParameter` when it is not well-formed or not one `speak` element
 */
export function readSsml(document: string): readonly SsmlPiece[] {
  const parts = partsOf(document.trim());
  const [first, last] = [parts[0], parts.at(-1)];
  const isOne = first?.kind === 'open' && first.name === 'speak' && last?.kind === 'close';
  if (!isOne || endOfFirst(parts) !== parts.length - 1)
    throw malformed('the document must be one speak element');
  return piecesOf(parts);
}

function piecesOf(parts: readonly XmlPart[]): readonly SsmlPiece[] {
  const pieces: SsmlPiece[] = [];
  let [text, written] = ['', ''];
  let silenced = 0;
  const add = (pauseMs: number) => {
    pieces.push({ text, pauseMs, written });
    [text, written] = ['', ''];
  };
  for (const part of parts) {
    if (part.kind === 'text') {
      written += part.text;
      if (silenced === 0) text += part.text;
    } else if (part.kind === 'open' && part.name === 'break') {
      add(breakMs(part.attributes.get('time')));
    } else if (part.name === 'sub') {
      if (part.kind === 'open' && silenced === 0) text += part.attributes.get('alias') ?? '';
      silenced += part.kind === 'open' ? 1 : -1;
    }
  }
  add(0);
  return pieces;
}

/** All that is said. */
export function spokenSsml(pieces: readonly SsmlPiece[]): string {
  return pieces.map(({ text }) => text).join('');
}

function partsOf(document: string): readonly XmlPart[] {
  try {
    return readXml(document);
  } catch (error) {
    if (error instanceof XmlError) throw malformed(error.message);
    throw error;
  }
}

/** Where the first element ends. */
function endOfFirst(parts: readonly XmlPart[]): number {
  let depth = 0;
  return parts.findIndex((part) => {
    if (part.kind === 'open') depth += 1;
    if (part.kind === 'close') depth -= 1;
    return depth === 0;
  });
}

function breakMs(time: string | undefined): number {
  if (time === undefined) return defaultBreakMs;
  const parts = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(time);
  if (!parts) throw malformed('the time of a break must be like 500ms or 2s');
  return Math.min(longestBreakMs, Number(parts[1]) * (parts[2] === 's' ? 1_000 : 1));
}

function malformed(why: string) {
  return invalid(`payload.input.text is not well-formed SSML: ${why}.`);
}
