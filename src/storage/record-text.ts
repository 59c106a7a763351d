/** What Keyv wraps a value in. */
interface Wrapped {
  value?: unknown;
  expires?: number | undefined;
}

/** Stored text that is not what was once written: a record to set aside, not a reason to fail. */
export class UnreadableText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function serializeRecord(wrapped: Wrapped): string {
  return JSON.stringify(wrapped);
}

/** Never throws: what cannot be read becomes an `UnreadableText` value. */
export function deserializeRecord(text: string): Wrapped {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isWrapped(parsed)) return parsed;
  } catch {
    // Falls through: it is the same to the reader whether the JSON or its shape is broken.
  }
  return { value: new UnreadableText(text) };
}

function isWrapped(parsed: unknown): parsed is Wrapped {
  if (typeof parsed !== 'object' || parsed === null || !('value' in parsed)) return false;
  return !('expires' in parsed) || typeof parsed.expires === 'number';
}
