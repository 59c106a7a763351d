/** Why an import failed, as far as its code tells (document 3, error 2, which doesn't list the codes). */
export const importReasons = [
  'unreadable',
  'format',
  'too-large',
  'inappropriate',
  'empty',
  'quota',
  'internal',
  'other',
] as const;
export type ImportReason = (typeof importReasons)[number];

const patterns: readonly (readonly [RegExp, ImportReason])[] = [
  [/inspection|inappropriate|sensitive|illegal|moderation/i, 'inappropriate'],
  [/unsupported|format|extension|filetype|mime/i, 'format'],
  [/toolarge|exceed|sizelimit|oversize|toolong/i, 'too-large'],
  [/empty|nocontent|notext/i, 'empty'],
  [/quota|throttl|limit|arrear|overdue/i, 'quota'],
  [/parse|damaged|corrupt|encrypt|password|decode|read/i, 'unreadable'],
  [/internal|system|server|timeout|unavailable/i, 'internal'],
];

export function importReasonOf(code: string | undefined): ImportReason {
  return patterns.find(([pattern]) => pattern.test(code ?? ''))?.[1] ?? 'other';
}
