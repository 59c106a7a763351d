import { usualInterpreter } from '../../src/interpreter/settings.ts';
import type { Sample } from '../support/measurement.ts';
import { percentile } from '../support/statistics.ts';
import { inLanguage, type MeetingTurn, meetingLanguages, sentenceOf } from './meeting.ts';
import type { ServiceTime } from './service-times.ts';
import type { BenchInterpreter, CaptionChange } from './subject.ts';
import { type Span, splitWait } from './turns-to-speak.ts';

/** What the service waits for before an utterance is over. */
const silenceMs = 800;
const percent = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);

/** Whose words are where, and how often words were taken back. */
export function captionFigures(
  changes: readonly CaptionChange[],
  turns: readonly MeetingTurn[],
  begunAt: number,
): Sample {
  const finals = changes.filter(({ final, to, original }) => final && !isOwn(original, to));
  const speakersOf = (line: CaptionChange) => speakersIn(line, turns, begunAt);
  const wanted = turns.flatMap((turn) =>
    meetingLanguages.filter((to) => to !== turn.language).map((to) => ({ turn, to })),
  );
  const left = [...finals];
  let whole = 0;
  for (const { turn, to } of wanted) {
    const translated = inLanguage(sentenceOf(turn.text) ?? 0, to);
    const at = left.findIndex(
      (line) =>
        line.to === to &&
        line.original === turn.text &&
        line.translation === translated &&
        line.userId === turn.userId,
    );
    if (at < 0) continue;
    left.splice(at, 1);
    whole += 1;
  }
  const right = finals.filter((line) => {
    const speakers = speakersOf(line);
    return speakers.size === 1 && line.userId !== undefined && speakers.has(line.userId);
  });
  const crossed = finals.filter((line) => speakersOf(line).size > 1);
  return {
    whole: percent(whole, wanted.length),
    attributed: percent(right.length, finals.length),
    crossed: percent(crossed.length, finals.length),
    takenBack: takenBack(changes),
  };
}

/** What was said so long before a line can be in it. */
const nearMs = 12_000;

/** Whose words make up a line: of what they said about then, at least half is in it. */
function speakersIn(
  { original, atMs }: CaptionChange,
  turns: readonly MeetingTurn[],
  begunAt: number,
): ReadonlySet<string> {
  const words = new Set(wordsOf(original).map(bare));
  const isIn = ({ text, atMs: saidAtMs }: MeetingTurn) => {
    const since = atMs - begunAt - saidAtMs;
    const said = wordsOf(text).map(bare);
    return since > 0 && since < nearMs && said.filter((word) => words.has(word)).length * 2 >= said.length;
  };
  return new Set(turns.filter(isIn).map(({ userId }) => userId));
}

function bare(word: string): string {
  return word.replace(/[\p{P}]+/gu, '').toLowerCase();
}

/** Of words that captions ever showed: how many of a hundred were taken back or changed. */
function takenBack(changes: readonly CaptionChange[]): number {
  const shown = new Map<string, readonly string[]>();
  let words = 0;
  let back = 0;
  for (const { id, translation } of changes) {
    const before = shown.get(id) ?? [];
    const after = wordsOf(translation);
    const same = before.findIndex((word, at) => word !== after[at]);
    const kept = same < 0 ? before.length : same;
    back += before.length - kept;
    words += after.length - kept;
    shown.set(id, after);
  }
  return percent(back, words);
}

/** Discord takes five in five seconds. */
const spanMs = 5_000;

/** How many messages and edits captions took, and how many in the busiest five seconds. */
export function writeFigures(writtenAt: readonly number[]): Sample {
  const inSpan = (from: number) => writtenAt.filter((at) => at >= from && at < from + spanMs).length;
  return { writes: writtenAt.length, busiest: Math.max(0, ...writtenAt.map(inSpan)) };
}

type EndedTurn = MeetingTurn & { readonly endedAt: number };

/** How long after the last word, beyond what the service takes: only where nobody else spoke. */
export function timeFigures(
  interpreter: BenchInterpreter,
  turns: readonly EndedTurn[],
  times: readonly ServiceTime[],
  begunAt: number,
): Sample {
  const captions: number[] = [];
  const voices: number[] = [];
  const whole: number[] = [];
  const readyToSpoken: [readyMs: number, spokenMs: number][] = [];
  for (const turn of turns.filter(({ alone }) => alone)) {
    const lines = interpreter.changes.filter(
      (line) => line.final && line.original === turn.text && Math.abs(line.atMs - turn.endedAt) < 6_000,
    );
    const timeOf = ({ to, original }: CaptionChange) =>
      times.find((time) => time.to === to && time.original === original);
    for (const line of lines) {
      const time = timeOf(line);
      if (!time || line.to === turn.language) continue;
      whole.push(line.atMs - turn.endedAt);
      captions.push(line.atMs - turn.endedAt - silenceMs - time.textMs);
    }
    const spoken = lines.flatMap((line): [number, number][] => {
      const [at, soundMs] = [interpreter.spokenAt.get(line.id), timeOf(line)?.soundMs];
      return at === undefined || soundMs === undefined ? [] : [[turn.endedAt + silenceMs + soundMs, at]];
    });
    readyToSpoken.push(...spoken);
    const [first] = spoken.map(([ready, at]) => at - ready).toSorted((one, other) => one - other);
    if (first !== undefined) voices.push(first);
  }
  return {
    ...(whole.length > 0
      ? {
          wholeP50: percentile(whole, 50),
          captionP50: percentile(captions, 50),
          captionP95: percentile(captions, 95),
        }
      : {}),
    ...(voices.length > 0 ? { voiceP50: percentile(voices, 50), voiceP95: percentile(voices, 95) } : {}),
    ...ownFigures(interpreter.said, readyToSpoken, turns, begunAt),
  };
}

/** Of every translation, also the second of a sentence: what's left when it needn't wait for the mouth or for people. */
function ownFigures(
  said: readonly Span[] | undefined,
  readyToSpoken: readonly (readonly [readyMs: number, spokenMs: number])[],
  turns: readonly EndedTurn[],
  begunAt: number,
): Sample {
  if (!said || readyToSpoken.length === 0) return {};
  const talk = turns.map(({ atMs, endedAt }) => ({
    fromMs: begunAt + atMs,
    untilMs: endedAt + usualInterpreter.pauseMs,
  }));
  const waits = readyToSpoken.map(([ready, at]) => splitWait(ready, at, [...said, ...talk]));
  const own = waits.map(({ ownMs }) => ownMs);
  return {
    turnP95: percentile(
      waits.map(({ turnMs }) => turnMs),
      95,
    ),
    ownP50: percentile(own, 50),
    ownP95: percentile(own, 95),
  };
}

function isOwn(original: string, to: string): boolean {
  const index = sentenceOf(original);
  return (
    index !== undefined &&
    meetingLanguages.some((code) => code === to && inLanguage(index, code) === original)
  );
}

/** Where nothing separates words, each character counts. */
function wordsOf(text: string): readonly string[] {
  return /[぀-ヿ一-鿿]/u.test(text) ? [...text.trim()] : text.trim().split(/\s+/).filter(Boolean);
}
