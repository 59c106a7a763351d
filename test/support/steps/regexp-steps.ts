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

interface Way {
  readonly at: number;
  readonly place: number;
  readonly saved: readonly (number | undefined)[];
}

function attempt(
  instructions: readonly Instruction[],
  program: Program,
  text: string,
  start: number,
  given: readonly (number | undefined)[],
): { readonly end: number | undefined; readonly steps: number } {
  const ways: Way[] = [];
  let way: Way | undefined = { at: 0, place: start, saved: given };
  let steps = 0;
  while (way) {
    steps += 1;
    const { at, place, saved }: Way = way;
    const instruction = instructions[at];
    const goOn = (end: number | undefined): Way | undefined =>
      end === undefined ? ways.pop() : { at: at + 1, place: end, saved };
    switch (instruction?.does) {
      case 'match':
        way = goOn(endOfAtom(instruction, text, place));
        break;
      case 'repeat-group': {
        const group =
          typeof instruction.group === 'number'
            ? instruction.group
            : (program.names.get(instruction.group) ?? 0);
        const again = text.slice(saved[group * 2], saved[group * 2 + 1]);
        steps += again.length;
        way = goOn(text.startsWith(again, place) ? place + again.length : undefined);
        break;
      }
      case 'save': {
        const changed = [...saved];
        changed[instruction.slot] = place;
        way = { at: at + 1, place, saved: changed };
        break;
      }
      case 'try':
        ways.push({ at: instruction.second, place, saved });
        way = { at: instruction.first, place, saved };
        break;
      case 'go':
        way = { at: instruction.to, place, saved };
        break;
      case 'look': {
        const seen = attempt(instruction.program, program, text, place, saved);
        steps += seen.steps;
        way = goOn((seen.end !== undefined) === instruction.negative ? undefined : place);
        break;
      }
      default:
        return { end: place, steps };
    }
  }
  return { end: undefined, steps };
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
