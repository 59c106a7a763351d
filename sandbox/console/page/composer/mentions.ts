/** Someone who can be mentioned, under each name that people type. */
export interface Mentionable {
  readonly id: string;
  readonly names: readonly string[];
}

const beingTyped = /(^|\s)@([^\s@]*)$/;

/** What follows an `@` at the end of the text, where a name can still be picked. */
export function mentionQuery(text: string): string | undefined {
  return beingTyped.exec(text)?.[2];
}

/** The text with the typed part replaced by the name; `name` begins with `@`. */
export function withName(text: string, name: string): string {
  return text.replace(beingTyped, (_, before: string) => `${before}${name} `);
}

/** What is sent: names that are spelled out become mentions, the longest first. A name ends where no letter follows. */
export function withMentions(text: string, people: readonly Mentionable[]): string {
  const named = people
    .flatMap(({ id, names }) => names.map((name) => ({ id, sign: `@${name.toLowerCase()}` })))
    .sort((one, other) => other.sign.length - one.sign.length);
  let sent = '';
  for (let at = 0; at < text.length; ) {
    const begins = text[at] === '@' && !/[\p{L}\p{N}<]$/u.test(text.slice(Math.max(0, at - 2), at));
    const found = begins ? named.find(({ sign }) => isSpelledOut(text.slice(at), sign)) : undefined;
    sent += found ? `<@${found.id}>` : (text[at] ?? '');
    at += found?.sign.length ?? 1;
  }
  return sent;
}

function isSpelledOut(rest: string, sign: string): boolean {
  const begins = rest.slice(0, sign.length).toLowerCase() === sign;
  return begins && !/^[\p{L}\p{N}]/u.test(rest.slice(sign.length));
}
