/** How the realtime interfaces behave; what the field notes leave open can be set either way. */
export interface RealtimeSettings {
  /** From the end of a turn to the first piece of the answer. */
  readonly thinkMs: number;
  /** Seconds that a second of the answer's sound takes: below 1, faster than it is spoken. */
  readonly realTimeFactor: number;
  /** Sound in one delta. */
  readonly deltaMs: number;
  /** From the end of a turn to its final transcript; it may come after the answer began. */
  readonly transcriptMs: number;
  /** How often to send a preview of the transcript while a person speaks, in milliseconds of audio. */
  readonly previewMs: number;
  /** Speech after the silence that ended a turn, in the same append, is lost (turn-taking: inferred). */
  readonly losesRestOfAppend: boolean;
  readonly idleTimeoutMs: number;
  readonly longestLifeMs: number;
  readonly connectsPerMinute: number;
  /** Of the translation interface. */
  readonly translationConnectsPerMinute: number;
  /** How translations tell their text: all that is sure and unsure each time, or in pieces (field notes 4). */
  readonly translationTells: 'whole' | 'pieces';
  /** An unknown voice is accepted, and the first answer fails (field notes 8). */
  readonly lenientVoice: boolean;
  /** Tools are left out without a word; `session.updated` shows so (field notes 8). */
  readonly dropsTools: boolean;
  /** As if every session had chosen `turn_detection.idle_timeout_ms` (field notes 8); null: only those that did. */
  readonly unaskedAfterMs: number | null;
  /** Images are left out without a word while speech is detected (field notes 8). */
  readonly ignoresImages: boolean;
  /** The field, dotted, in which translations take hot words; null: in none, as in the documents. */
  readonly hotWordsField: string | null;
  /** Names that translations mishear unless they're hot words, and what they hear instead. */
  readonly mishears: Readonly<Record<string, string>>;
  /** Raw bytes of an image (document 2, "Limits"). */
  readonly largestImageBytes: number;
}

export const usualRealtime: RealtimeSettings = {
  thinkMs: 300,
  realTimeFactor: 0.25,
  deltaMs: 200,
  transcriptMs: 150,
  previewMs: 400,
  losesRestOfAppend: true,
  idleTimeoutMs: 120_000,
  longestLifeMs: 120 * 60_000,
  connectsPerMinute: 60,
  translationConnectsPerMinute: 10,
  translationTells: 'whole',
  lenientVoice: false,
  dropsTools: false,
  ignoresImages: false,
  unaskedAfterMs: null,
  hotWordsField: null,
  mishears: {},
  largestImageBytes: 500 * 1024,
};

/** As fast as it can be: for tests. */
export const fastRealtime: Partial<RealtimeSettings> = {
  thinkMs: 0,
  realTimeFactor: 0,
  transcriptMs: 0,
  connectsPerMinute: 1_000_000,
  translationConnectsPerMinute: 1_000_000,
};
