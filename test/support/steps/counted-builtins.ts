import { countedMatch, realExec } from './regexp-steps.ts';

type Method = (this: unknown, ...given: unknown[]) => unknown;
/** What a call costs that was made on `it` and came to `result`. */
type Cost = (it: unknown, given: readonly unknown[], result: unknown) => number;

/**
 * Replaces the built-in methods that walk over texts, lists and bytes by ones that tell how far they walked, until the
 * function returned is called. Where that depends on what they find, the whole length is told. Pieces cut from a text are
 * no steps: V8 makes them views of it.
 */
export function countBuiltins(tell: (steps: number) => void): () => void {
  const undo: (() => void)[] = [];
  // What the counter does itself is none of the work.
  let counting = false;
  const add = (steps: () => number) => {
    if (counting) return;
    counting = true;
    try {
      tell(steps());
    } finally {
      counting = false;
    }
  };

  const put = (holder: object, name: PropertyKey, value: unknown) => {
    const before = Object.getOwnPropertyDescriptor(holder, name);
    if (!before) return;
    Object.defineProperty(holder, name, { ...before, value });
    undo.push(() => Object.defineProperty(holder, name, before));
  };
  const count = (holder: object, names: readonly PropertyKey[], cost: Cost) => {
    for (const name of names) {
      const real: unknown = Reflect.get(holder, name);
      if (typeof real !== 'function') continue;
      const counted: Method = function (...given) {
        const result: unknown = Reflect.apply(real, this, given);
        add(() => cost(this, given, result));
        return result;
      };
      put(holder, name, counted);
    }
  };
  /** Each thing that an iteration comes to is a step. */
  const countIteration = (holder: object, name: PropertyKey, cost: (value: unknown) => number) => {
    const real: unknown = Reflect.get(holder, name);
    if (typeof real !== 'function') return;
    const counted: Method = function (...given) {
      const iterator = Reflect.apply(real, this, given) as Iterator<unknown>;
      return countedIterator(iterator, (value) => add(() => cost(value)));
    };
    put(holder, name, counted);
  };

  const segments = Object.getPrototypeOf(new Intl.Segmenter('en').segment('')) as object;
  const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;
  count(String.prototype, wholeText, (it, _, result) => Math.max(lengthOf(it), lengthOf(result)));
  for (const holder of [String.prototype, Buffer.prototype]) count(holder, ['indexOf'], searching);
  count(String.prototype, ['normalize'], (it, _, result) => normalizing(String(it)) + lengthOf(result));
  count(String.prototype, ['startsWith', 'endsWith'], (_, [wanted]) => lengthOf(wanted));
  count(Array.prototype, wholeList, lengthOf);
  count(Array.prototype, ['sort', 'toSorted'], (it) => lengthOf(it) * Math.ceil(Math.log2(lengthOf(it) + 2)));
  count(Array.prototype, ['concat', 'slice'], (_, __, result) => lengthOf(result));
  count(Array.prototype, ['join'], (it, _, result) => lengthOf(it) + lengthOf(result));
  count(typedArray, wholeList, lengthOf);
  count(typedArray, ['set'], (_, [values]) => lengthOf(values));
  count(typedArray, ['slice'], (_, __, result) => lengthOf(result));
  count(Buffer, ['concat', 'from', 'alloc'], (_, __, result) => lengthOf(result));
  count(Buffer.prototype, ['toString', 'latin1Slice', 'utf8Slice'], (_, __, result) => lengthOf(result));
  count(Buffer.prototype, ['includes', 'copy', 'fill'], lengthOf);
  count(JSON, ['parse'], (_, [text]) => lengthOf(text));
  count(JSON, ['stringify'], (_, __, result) => lengthOf(result));
  count(globalThis, coders, (_, __, result) => lengthOf(result));
  countIteration(String.prototype, Symbol.iterator, () => 1);
  countIteration(Array.prototype, Symbol.iterator, () => 1);
  countIteration(segments, Symbol.iterator, (value) =>
    typeof value === 'object' && value && 'segment' in value ? lengthOf(value.segment) : 1,
  );

  const exec: Method = function (text) {
    if (!(this instanceof RegExp)) throw new TypeError('not an expression');
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = realExec.call(this, String(text));
    add(() => {
      const counted = countedMatch(this, String(text), from);
      const [begin, end] = counted.span ?? [];
      if (begin !== match?.index || (match && end !== match.index + match[0].length))
        throw new Error(`the counted match of ${this} is another one than the real`);
      return counted.steps;
    });
    return match;
  };
  put(RegExp.prototype, 'exec', exec);

  return () => {
    for (const each of undo.reverse()) each();
  };
}

const wholeText: readonly PropertyKey[] = [
  ...['lastIndexOf', 'includes', 'split', 'replace', 'replaceAll', 'toLowerCase', 'toUpperCase'],
  ...['trim', 'trimStart', 'trimEnd', 'toWellFormed', 'isWellFormed', 'repeat', 'padStart', 'padEnd'],
  ...['localeCompare', 'concat'],
];
const wholeList: readonly PropertyKey[] = [
  ...[
    'map',
    'filter',
    'flatMap',
    'forEach',
    'some',
    'every',
    'find',
    'findIndex',
    'findLast',
    'findLastIndex',
  ],
  ...[
    'reduce',
    'indexOf',
    'lastIndexOf',
    'includes',
    'splice',
    'reverse',
    'toReversed',
    'fill',
    'shift',
    'unshift',
  ],
];
const coders = ['encodeURIComponent', 'decodeURIComponent'] as const;

/** As far as it had to go from where it began. */
const searching: Cost = (it, [, from], found) =>
  Math.max(0, (Number(found) < 0 ? lengthOf(it) : Number(found)) - Number(from ?? 0));

/** Accents of one letter are put into their order by walking back over those before. */
function normalizing(text: string): number {
  let steps = text.length;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    run = isMark(text.charAt(at)) ? run + 1 : 0;
    steps += run;
  }
  return steps;
}

const mark = /^\p{M}$/u;
const isMark = (character: string) => realExec.call(mark, character) !== null;

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return 'length' in value && typeof value.length === 'number' ? value.length : 1;
}

function countedIterator(
  iterator: Iterator<unknown>,
  add: (value: unknown) => void,
): IterableIterator<unknown> {
  return {
    next() {
      const result = iterator.next();
      add(result.value);
      return result;
    },
    return(value?: unknown) {
      return iterator.return?.(value) ?? { done: true, value };
    },
    [Symbol.iterator]() {
      return this;
    },
  };
}
