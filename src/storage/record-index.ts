/** How a record is found besides by its id. Export and erasure read by server and person, a start reads what's open. */
export interface RecordIndex {
  readonly guildId?: string | undefined;
  readonly userId?: string | undefined;
  /** The bot itself still has something to do about it. */
  readonly open?: boolean | undefined;
  /** Another name that it goes by, outside of the store. */
  readonly alias?: string | undefined;
  /** Other people whose ids are in it, so that they're found when one of them is forgotten. */
  readonly about?: readonly string[] | undefined;
}

export type IndexRecord<T> = (id: string, value: T) => RecordIndex;

/** Records under a server's id. */
export const ofGuild = (guildId: string): RecordIndex => ({ guildId });

/** Records under a person's id. */
export const ofPerson = (userId: string): RecordIndex => ({ userId });

/** Records that say themselves whose they are. */
export const asWritten = (_: string, { guildId, userId }: RecordIndex): RecordIndex => ({ guildId, userId });

/** Records of nobody in particular. */
export const nobodys = (): RecordIndex => ({});

/** The id of a person who was forgotten, in records that stay without them. */
export const nobody = '0';

/** A record's text without that person. Ids are whole numbers of their own, so nothing else has theirs in it. */
export function unnamed(text: string, userId: string): string {
  return text.replaceAll(new RegExp(`(?<!\\d)${userId}(?!\\d)`, 'g'), nobody);
}

/** The same, but for lists of that name in it: whom moderators blocked stays blocked, or anyone could undo it by being forgotten. */
export function unnamedBut(list: string, text: string, userId: string): string {
  const stripped = (value: unknown, name?: string): unknown => {
    if (name === list) return value;
    if (typeof value === 'string') return unnamed(value, userId);
    if (Array.isArray(value)) return value.map((each) => stripped(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [unnamed(key, userId), stripped(each, key)]),
    );
  };
  try {
    return JSON.stringify(stripped(JSON.parse(text)));
  } catch {
    return unnamed(text, userId);
  }
}
