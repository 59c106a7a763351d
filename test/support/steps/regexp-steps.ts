import { type Instruction, type Program, programOf } from './regexp-program.ts';

const programs = new WeakMap<RegExp, Program>();

export interface CountedMatch {
  /** Where it begins and ends; undefined: there is none. */
  readonly span: readonly [from: number, to: number] | undefined;
  readonly steps: number;
}

/**
 * Looks for a match as a plain backtracking engine does, and counts what it tries. V8's takes the same ways, apart from
 * beginnings that it sees to be of no use: what is counted here is the most that it does.
 */
export function countedMatch(pattern: RegExp, text: string, from: number): CountedMatch {
  const program = programs.get(pattern) ?? programOf(pattern);
  programs.set(pattern, program);
  let steps = 0;
  for (
    let start = from;
    start <= text.length;
    start += pattern.unicode || pattern.unicodeSets ? width(text, start) : 1
  ) {
    const tried = attempt(program.instructions, program, text, start, []);
    steps += tried.steps;
    if (tried.end !== undefined) return { span: [start, tried.end], steps };
    if (pattern.sticky) break;
  }
  return { span: undefined, steps };
}

type Saved = readonly (number | undefined)[];

/** The ways that are still to be tried, the last one first: of an attempt, and below them of those it is part of. */
const ways: { readonly at: number[]; readonly place: number[]; readonly saved: Saved[] } = {
  at: [],
  place: [],
  saved: [],
};

function attempt(
  instructions: readonly Instruction[],
  program: Program,
  text: string,
  start: number,
  given: Saved,
): { readonly end: number | undefined; readonly steps: number } {
  const below = ways.at.length;
  let at = 0;
  let saved = given;
  /** Undefined: this way came to nothing. */
  let place: number | undefined = start;
  let steps = 0;
  for (;;) {
    if (place === undefined) {
      if (ways.at.length === below) return { end: undefined, steps };
      at = ways.at.pop() ?? 0;
      place = ways.place.pop() ?? 0;
      saved = ways.saved.pop() ?? [];
    }
    steps += 1;
    const instruction = instructions[at];
    at += 1;
    switch (instruction?.does) {
      case 'match':
        place = endOfAtom(instruction, text, place);
        break;
      case 'repeat-group': {
        const again = groupText(instruction.group, program, text, saved);
        steps += again.length;
        place = text.startsWith(again, place) ? place + again.length : undefined;
        break;
      }
      case 'save': {
        const changed = [...saved];
        changed[instruction.slot] = place;
        saved = changed;
        break;
      }
      case 'try':
        ways.at.push(instruction.second);
        ways.place.push(place);
        ways.saved.push(saved);
        at = instruction.first;
        break;
      case 'go':
        at = instruction.to;
        break;
      case 'look': {
        const seen = attempt(instruction.program, program, text, place, saved);
        steps += seen.steps;
        if ((seen.end !== undefined) === instruction.negative) place = undefined;
        break;
      }
      default:
        ways.at.length = below;
        ways.place.length = below;
        ways.saved.length = below;
        return { end: place, steps };
    }
  }
}

function groupText(group: number | string, { names }: Program, text: string, saved: Saved): string {
  const number = typeof group === 'number' ? group : (names.get(group) ?? 0);
  return text.slice(saved[number * 2], saved[number * 2 + 1]);
}

function endOfAtom(
  { atom, known }: Extract<Instruction, { does: 'match' }>,
  text: string,
  place: number,
): number | undefined {
  const point = known && text.codePointAt(place);
  const before = point === undefined ? undefined : known?.get(point);
  if (before !== undefined) return before < 0 ? undefined : place + before;
  atom.lastIndex = place;
  const match = realExec.call(atom, text);
  if (point !== undefined) known?.set(point, match ? match[0].length : -1);
  return match ? place + match[0].length : undefined;
}

/** The one that is not replaced while steps are counted. */
export const realExec = RegExp.prototype.exec;

function width(text: string, place: number): number {
  return (text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1;
}
