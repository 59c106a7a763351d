/** Names that a careless reader stumbles over. */
export const hostileNames: readonly string[] = [
  '@everyone read this.md',
  '<@1324000000000000001> and <#1324000000000000111>.txt',
  '**bold** _and_ ~~struck~~ `code` ||spoiler||.md',
  '[a link](https://example.org/).pdf',
  '```\nblock\n```.txt',
  '🦊🎉👩‍👩‍👧‍👦 party plan 🗓️.docx',
  'قواعد المجتمع 2026.pdf',
  'שלום עולם.docx',
  '\u202efdp.exe is this.pdf',
  'zero\u200bwidth\u200djoined.txt',
  '../../../etc/passwd.txt',
  'C:\\Windows\\System32\\drivers.doc',
  '/absolute/path with spaces/plan.md',
  'CON.txt',
  '"quoted", comma; semicolon.EXCEL',
  '=HYPERLINK("https://example.org","open").EXCEL',
  "Robert'); DROP TABLE documents;--.txt",
  '<script>alert(1)</script>.md',
  '100% & more + plus = equals? #hash.pdf',
  ' leading and trailing .txt',
  '社区规则与处罚流程（第三版）.docx',
  'コミュニティのルール.pdf',
  '규칙 안내.pptx',
  'Žluťoučký kůň – příručka.doc',
  `${'a very long name '.repeat(18).slice(0, 296)}.pdf`,
  `${'长'.repeat(296)}.txt`,
  '.hidden',
  'no extension',
  'a\tb\nc.txt',
  'é (composed).md',
  'e\u0301 (decomposed).md',
];

const subjects = [
  'Onboarding',
  'Moderation guide',
  'Event plan',
  'Appeals',
  'Server rules',
  'Role list',
  'Bot commands',
  'Raid response',
  'Partner list',
  'Survey results',
  'Newsletter',
  'Style guide',
  'Meeting notes',
  'Budget',
  'Voice etiquette',
  'Art contest',
];
const qualifiers = [
  'draft',
  'final',
  'final 2',
  'archived',
  'for review',
  'v2',
  'spring',
  'autumn',
  'weekly',
  'short',
];

/** An ordinary name; the number keeps most of them apart, not all. */
export function plainName(dice: () => number, index: number, extension: string): string {
  const pick = (texts: readonly string[]) => texts[Math.floor(dice() * texts.length)] ?? '';
  const number = dice() < 0.02 ? 1 : index + 1;
  return `${pick(subjects)} ${String(number).padStart(5, '0')} (${pick(qualifiers)}).${extension}`;
}
