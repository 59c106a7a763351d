import { type Choice, type Term, treeOf } from './regexp-tree.ts';

/** What a backtracking engine does, one instruction after the other. */
export type Instruction =
  | {
      readonly does: 'match';
      readonly atom: RegExp;
      /** How long the match is by the character in front of it, -1 for none; absent where more than that one matters. */
      readonly known: Map<number, number> | undefined;
    }
  | { readonly does: 'repeat-group'; readonly group: number | string }
  | { readonly does: 'save'; readonly slot: number }
  /** Goes on at the first; at the second when that comes to nothing. */
  | { readonly does: 'try'; first: number; second: number }
  | { readonly does: 'go'; to: number }
  | { readonly does: 'look'; readonly negative: boolean; readonly program: readonly Instruction[] }
  | { readonly does: 'end' };

export interface Program {
  readonly instructions: readonly Instruction[];
  readonly names: ReadonlyMap<string, number>;
}

/** @throws {Error} for what can't be counted */
export function programOf(pattern: RegExp): Program {
  const flags = pattern.flags.replace(/[gyd]/g, '');
  const names = new Map<string, number>();
  const instructions = compiled(treeOf(pattern.source), flags, names);
  return { instructions, names };
}

function compiled(tree: Choice, flags: string, names: Map<string, number>): readonly Instruction[] {
  const instructions: Instruction[] = [];
  const add = <Added extends Instruction>(instruction: Added): Added => {
    instructions.push(instruction);
    return instruction;
  };

  const choice = (alternatives: Choice): void => {
    const exits: { to: number }[] = [];
    for (const [index, terms] of alternatives.entries()) {
      const isLast = index === alternatives.length - 1;
      const fork = isLast ? undefined : add({ does: 'try', first: instructions.length + 1, second: 0 });
      for (const each of terms) term(each);
      if (!fork) continue;
      exits.push(add({ does: 'go', to: 0 }));
      fork.second = instructions.length;
    }
    for (const exit of exits) exit.to = instructions.length;
  };

  const term = (each: Term): void => {
    switch (each.is) {
      case 'atom':
        add({
          does: 'match',
          atom: new RegExp(each.source, `${flags}y`),
          known: each.empty || flags.includes('v') ? undefined : new Map(),
        });
        return;
      case 'reference':
        add({ does: 'repeat-group', group: each.group });
        return;
      case 'ahead':
        add({ does: 'look', negative: each.negative, program: compiled(each.inside, flags, names) });
        return;
      case 'group':
        if (each.name !== undefined) names.set(each.name, each.captures ?? 0);
        if (each.captures !== undefined) add({ does: 'save', slot: each.captures * 2 });
        choice(each.inside);
        if (each.captures !== undefined) add({ does: 'save', slot: each.captures * 2 + 1 });
        return;
      case 'repeat':
        repeat(each);
    }
  };

  const repeat = ({ term: inside, min, max, lazy }: Extract<Term, { is: 'repeat' }>): void => {
    if (max > 1 && canBeEmpty(inside)) throw new Error('a repetition of nothing is not counted');
    for (let count = 0; count < min; count += 1) term(inside);
    const fork = () => {
      const at = instructions.length;
      const made = add({ does: 'try', first: at + 1, second: at + 1 });
      return (end: number) => {
        if (lazy) made.first = end;
        else made.second = end;
      };
    };
    if (max === Number.POSITIVE_INFINITY) {
      const begin = instructions.length;
      const leave = fork();
      term(inside);
      add({ does: 'go', to: begin });
      leave(instructions.length);
      return;
    }
    const leaves: ((end: number) => void)[] = [];
    for (let count = min; count < max; count += 1) {
      leaves.push(fork());
      term(inside);
    }
    for (const leave of leaves) leave(instructions.length);
  };

  choice(tree);
  add({ does: 'end' });
  return instructions;
}

function canBeEmpty(term: Term): boolean {
  switch (term.is) {
    case 'atom':
      return term.empty;
    case 'repeat':
      return term.min === 0 || canBeEmpty(term.term);
    case 'group':
      return term.inside.some((terms) => terms.every(canBeEmpty));
    default:
      return true;
  }
}
