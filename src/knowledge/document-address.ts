import { z } from 'zod';

/** The placeholders a pattern may have: fields of a document (document 3) and our id of its base. */
const placeholders = ['id', 'name', 'type', 'category', 'base'] as const;
type Placeholder = (typeof placeholders)[number];

const placeholder = new RegExp(`\\{(${placeholders.join('|')})\\}`, 'g');
const offered = placeholders.map((name) => `{${name}}`).join(', ');
const longestPattern = 300;
/** Discord's limit on a button's address. */
const longestAddress = 512;

/**
 * An address with placeholders, such as `https://docs.example.org/{name}`. Reports everything that's wrong with it at
 * once.
 */
export const documentUrlPattern = z.string().superRefine((pattern, context) => {
  for (const message of problemsOf(pattern)) context.addIssue({ code: 'custom', message });
});

/** What's known about a document when its address is shown. */
export interface AddressFacts {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly category?: string | undefined;
}

/**
 * Where people can read a document. Names are untrusted: they can't leave the part of the address they're meant for, or
 * close any markdown. Undefined if a placeholder's value is unknown.
 * @param base our id of its base
 */
export function addressOf(pattern: string, base: string, document: AddressFacts): string | undefined {
  const facts: Readonly<Partial<Record<Placeholder, string | undefined>>> = { ...document, base };
  let isComplete = true;
  const filled = pattern.replace(placeholder, (_, name: Placeholder) => {
    const value = facts[name] ?? '';
    // A part made of dots would lead to another folder, however it's encoded.
    isComplete &&= value.length <= longestAddress && !/^\.*$/.test(value);
    return isComplete ? encodeURIComponent(value.toWellFormed()) : '';
  });
  if (!isComplete || !URL.canParse(filled)) return undefined;
  const address = new URL(filled).href.replaceAll('(', '%28').replaceAll(')', '%29');
  return address.length <= longestAddress ? address : undefined;
}

function problemsOf(pattern: string): readonly string[] {
  const [one, other] = [filledWith(pattern, 'one'), filledWith(pattern, 'other')];
  if (!one || !other || !/^https?:$/.test(one.protocol))
    return ['must be an address that starts with http:// or https://'];
  const problems = {
    [`has a placeholder that doesn't exist; there are ${offered}`]: /[{}]/.test(
      pattern.replace(placeholder, ''),
    ),
    'needs {id} or {name}, or all documents would have the same address': !/\{(id|name)\}/.test(pattern),
    'must have its placeholders after the host': one.host !== other.host,
    "can't contain a user name or password": one.username !== '' || one.password !== '',
    [`can't be longer than ${longestPattern} characters`]: pattern.length > longestPattern,
  };
  return Object.entries(problems).flatMap(([problem, isThere]) => (isThere ? [problem] : []));
}

function filledWith(pattern: string, value: string): URL | undefined {
  const filled = pattern.replace(/\{[^{}]*\}/g, value);
  return URL.canParse(filled) ? new URL(filled) : undefined;
}
