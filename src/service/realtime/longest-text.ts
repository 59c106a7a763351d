/** Of one answer, turn or translation: a quarter of an hour of speech. What a service sends beyond that is dropped. */
export const longestText = 16_000;

/** As much of it as counts. */
export function cutLongText(text: string): string {
  return text.length > longestText ? text.slice(0, longestText) : text;
}
