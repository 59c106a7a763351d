/** What a client shows of an answer: its texts and the labels of its controls. */
export function shownIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(shownIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    typeof each === 'string'
      ? ['content', 'label', 'placeholder', 'description', 'title'].includes(key)
        ? [each]
        : []
      : shownIn(each),
  );
}

/** Names, formats and units that Chinese has no other word for, and what these voices and bases are called. */
const names =
  /\b(AI|API|APP|App|CSV|DAVE|DNS|Discord|Emcee|ID|Intent|MB|GB|KB|Message Content Intent|Node\.js|Ogg|Opus|SSML|UDP|UTC|WAV|MP3|PNG|JPEG|TA|Harbour|Handbook|Inner matters|tts-[\w-]+|ffmpeg|FFmpeg)\b/g;

export const latinIn = (text: string): readonly string[] =>
  text
    .replace(
      /\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b|`[^`]*`|<[^>]*>|https?:\S+|\*\*#[^*]*\*\*|#[\w-]+|\/[a-z]+(?: [a-z-]+)*|@\w+/g,
      '',
    )
    .replace(names, '')
    .match(/[A-Za-z]{2,}[A-Za-z' ]*/g) ?? [];
