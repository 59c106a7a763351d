import { rules } from 'discord-markdown-parser';

type Rule = (typeof rules)[string];

/** Whether what was parsed before ended its line; the parser hands over its last capture, null at the beginning. */
export function atLineStart(previous: unknown): boolean {
  if (!Array.isArray(previous)) return true;
  const [matched] = previous;
  return typeof matched !== 'string' || matched === '' || matched.endsWith('\n');
}

/**
 * The library's rule, tied to the beginning of a line by what was really matched: its own test looks at the last group
 * of the capture before and misses headings below a quote.
 */
export function lineRule(name: string, pattern: RegExp): Rule {
  const rule = rules[name];
  if (!rule) throw new Error(`discord-markdown-parser has no rule "${name}"`);
  return {
    ...rule,
    match: (source, state) => (atLineStart(state.prevCapture) ? pattern.exec(source) : null),
  };
}
