/** What is said in the place of what cannot be read, in the language of the guild. */
export interface ReadingPhrases {
  /** For `Intl`, and for the names of emoji. */
  readonly locale: string;
  readonly link: string;
  readonly code: string;
  readonly spoiler: string;
  readonly somebody: string;
  readonly someRole: string;
  readonly someChannel: string;
  readonly everyone: string;
  readonly here: string;
  readonly command: (name: string) => string;
  readonly emoji: (name: string) => string;
  readonly images: (count: number) => string;
  readonly videos: (count: number) => string;
  readonly sounds: (count: number) => string;
  readonly files: (count: number) => string;
  readonly hiddenFiles: (count: number) => string;
  readonly sticker: (name: string) => string;
  readonly poll: (question: string) => string;
  readonly forwarded: (text: string) => string;
  readonly embed: string;
  readonly said: (name: string, text: string) => string;
  /** Who came into the voice channel that's read into, and who left: a sentence. */
  readonly joined: (who: Named) => string;
  readonly left: (who: Named) => string;
  readonly andSoOn: string;
  readonly unit: (value: number, unit: Intl.RelativeTimeFormatUnit) => string;
}

/** One or two people, or how many they are. */
export type Named = { readonly names: readonly string[] } | { readonly count: number };
