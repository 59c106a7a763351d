/** What a regular expression is made of, as far as it matters for how long it looks. */
export type Term =
  /** One character, or a zero-width look at the text, that the real engine judges by itself. */
  | { readonly is: 'atom'; readonly source: string; readonly empty: boolean }
  | { readonly is: 'reference'; readonly group: number | string }
  | {
      readonly is: 'group';
      readonly captures: number | undefined;
      readonly name: string | undefined;
      readonly inside: Choice;
    }
  | { readonly is: 'ahead'; readonly negative: boolean; readonly inside: Choice }
  | {
      readonly is: 'repeat';
      readonly term: Term;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
    };

/** Alternatives, each a sequence of terms. */
export type Choice = readonly (readonly Term[])[];

const quantifier = /^(?:[*+?]|\{(\d+)(,(\d*))?\})(\??)/;
const escaped =
  /^\\(?:k<([^>]+)>|([1-9])|[pP]\{[^}]*\}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/su;

/** Reads a pattern that the real engine has taken already. @throws {Error} for what this one doesn't know */
export function treeOf(source: string): Choice {
  let at = 0;
  let groups = 0;

  const choice = (): Choice => {
    const alternatives: Term[][] = [[]];
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        at += 1;
        alternatives.push([]);
      } else alternatives.at(-1)?.push(repeated(term()));
    }
    return alternatives;
  };

  const repeated = (term: Term): Term => {
    const found = quantifier.exec(source.slice(at, at + 20));
    if (!found) return term;
    at += found[0].length;
    const [whole, least, range, most, lazy] = found;
    const [min, max] =
      least === undefined
        ? { '*': [0, Number.POSITIVE_INFINITY], '+': [1, Number.POSITIVE_INFINITY], '?': [0, 1] }[
            whole[0] as '*' | '+' | '?'
          ]
        : [
            Number(least),
            range === undefined ? Number(least) : most ? Number(most) : Number.POSITIVE_INFINITY,
          ];
    return { is: 'repeat', term, min: min ?? 0, max: max ?? 0, lazy: lazy === '?' };
  };

  const group = (): Term => {
    const from = at;
    const [head = ''] = /^\((?:\?(?:[:=!]|<[=!]|<[^>]+>))?/.exec(source.slice(at)) ?? [];
    at += head.length;
    const isLook = /[=!]$/.test(head);
    const isCapturing = head === '(' || (head.startsWith('(?<') && !isLook);
    if (isCapturing) groups += 1;
    const captures = isCapturing ? groups : undefined;
    const inside = choice();
    at += 1;
    if (!isLook) return { is: 'group', captures, name: /^\(\?<([^>]+)>/.exec(head)?.[1], inside };
    const whole = source.slice(from, at);
    if (inside.every((terms) => terms.every((each) => each.is === 'atom')))
      return { is: 'atom', source: whole, empty: true };
    if (head.includes('<')) throw new Error(`a look behind of any length is not counted: ${whole}`);
    return { is: 'ahead', negative: head.endsWith('!'), inside };
  };

  const term = (): Term => {
    const character = source[at];
    if (character === '(') return group();
    if (character === '[') return { is: 'atom', source: characterClass(), empty: false };
    if (character === '\\') {
      const [whole = '', name, number] = escaped.exec(source.slice(at)) ?? [];
      at += whole.length;
      if (name !== undefined || number !== undefined)
        return { is: 'reference', group: name ?? Number(number) };
      return { is: 'atom', source: whole, empty: whole === '\\b' || whole === '\\B' };
    }
    const point = String.fromCodePoint(source.codePointAt(at) ?? 0);
    at += point.length;
    return { is: 'atom', source: point, empty: point === '^' || point === '$' };
  };

  const characterClass = (): string => {
    const [whole = ''] = /^\[(?:\\.|[^\]\\])*\]/s.exec(source.slice(at)) ?? [];
    at += whole.length;
    return whole;
  };

  return choice();
}
