import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readWaveFile } from '../../sandbox/test/support/wave-file.ts';
import { percentile } from '../support/statistics.ts';
import { expectedAnswer } from './expected.ts';
import { type Played, played } from './played.ts';
import { sentencesOf } from './sandbox.ts';
import { SoundTrack, speechIn } from './sound-track.ts';

/** `node bench/ten-minutes/measure.ts FOLDER`: the figures of a conversation that `main.ts` has written down. */
const factsSchema = z.object({
  minutes: z.number(),
  videoQuestion: z.boolean(),
  lines: z.array(
    z.object({
      who: z.string(),
      text: z.string(),
      kind: z.enum(['answer', 'story', 'interruption', 'murmur', 'aside', 'order']),
      sentAtMs: z.number(),
      durationMs: z.number(),
      load: z.number().optional(),
    }),
  ),
  transcript: z.string(),
  warnings: z.array(z.string()),
  complaints: z.array(z.string()),
  oddities: z.array(z.string()),
  sounds: z.record(z.string(), z.string()),
});
type Line = z.infer<typeof factsSchema>['lines'][number] & {
  readonly fromMs: number;
  readonly untilMs: number;
};

const folder = process.argv[2] ?? join('data', 'ten-minutes');
const facts = factsSchema.parse(JSON.parse(await readFile(join(folder, 'facts.json'), 'utf8')));
const answersWithinMs = 10_000;
const asideMs = 5_000;
const silenceMs = 600;
const answerEndsMs = 1_500;

const tracks = new Map<string, SoundTrack>();
for (const who of new Set(facts.lines.map((line) => line.who)))
  tracks.set(who, await SoundTrack.read(join(folder, `${who}.wav`), join(folder, `${who}.json`)));
const lines: Line[] = [];
for (const line of facts.lines) {
  const { samples, sampleRateHz } = await soundOf(`${line.who}: ${line.text}`);
  const speech = speechIn(samples, sampleRateHz);
  lines.push({ ...line, fromMs: line.sentAtMs + speech.fromMs, untilMs: line.sentAtMs + speech.untilMs });
}

async function soundOf(key: string) {
  return readWaveFile(await readFile(join(folder, 'sounds', facts.sounds[key] ?? '')));
}

function trackOf({ who }: Pick<Line, 'who'>): SoundTrack {
  const track = tracks.get(who);
  if (!track) throw new Error(`nothing was recorded at ${who}'s`);
  return track;
}

/** From the end of what they said to the first sound of the answer. */
function delayOf(line: Line): number | undefined {
  const at = trackOf(line).soundsAfter(
    line.untilMs + 100,
    line.untilMs + (line.kind === 'aside' ? asideMs : answersWithinMs),
  );
  return at === undefined ? undefined : at - line.untilMs;
}

/** @param heardBy the people who speak into it: everyone else hears that mixed with the answer */
async function answerTo(line: Line, fromMs: number, heardBy: Line = line): Promise<readonly Played[]> {
  const track = trackOf(heardBy);
  const heard = {
    samples: track.between(fromMs - 300, track.silentAfter(fromMs, answerEndsMs) + 300),
    rateHz: track.rateHz,
  };
  const sentences = sentencesOf(expectedAnswer(line.text) ?? '').filter(
    (text) => facts.sounds[`bot: ${text}`],
  );
  return await Promise.all(
    sentences.map(async (text) => {
      const { samples, sampleRateHz } = await soundOf(`bot: ${text}`);
      return played({ samples, rateHz: sampleRateHz }, heard);
    }),
  );
}

const spread = (values: readonly number[]) =>
  values.length === 0
    ? 'none'
    : {
        p50: Math.round(percentile(values, 50)),
        p95: Math.round(percentile(values, 95)),
        max: Math.round(Math.max(...values)),
      };

const answerable = lines.filter(({ kind }) => kind === 'answer' || kind === 'story');
const delays = answerable.map(delayOf);
const interruptions = lines.filter(({ kind }) => kind === 'interruption');
const stops = interruptions.map((line) => trackOf(line).silentAfter(line.fromMs, silenceMs) - line.fromMs);
const afterStops = interruptions.map((line) => {
  const track = trackOf(line);
  const stopped = track.silentAfter(line.fromMs, silenceMs);
  const at = track.soundsAfter(Math.max(line.untilMs, stopped + 100), line.untilMs + answersWithinMs);
  return at === undefined ? undefined : at - line.untilMs;
});
const whole: Played[] = [];
const resumed: Played[][] = [];
const notes: string[] = [];
for (const [index, line] of lines.entries()) {
  const next = lines[index + 1];
  if (
    line.kind === 'interruption' ||
    line.kind === 'aside' ||
    line.kind === 'murmur' ||
    line.kind === 'order'
  )
    continue;
  if (line.kind === 'story' && next?.kind === 'interruption') continue;
  const delay = delayOf(line);
  if (delay === undefined) {
    notes.push(`no answer: ${line.who}: ${line.text}`);
    continue;
  }
  const parts = await answerTo(line, line.untilMs + delay, next?.kind === 'murmur' ? next : line);
  if (next?.kind === 'murmur') {
    resumed.push([...parts]);
    const shares = parts.map(({ heardShare }) => `${Math.round(heardShare * 100)} %`).join(', ');
    notes.push(`murmur: ${next.text}: of the sentences around it ${shares} heard`);
    continue;
  }
  whole.push(...parts);
  for (const [at, part] of parts.entries())
    if (part.heardShare < 0.9 || part.dropouts > 0)
      notes.push(
        `${line.text} sentence ${at + 1}: ${Math.round(part.heardShare * 100)} % heard, ${part.dropouts} dropouts of ${part.dropoutMs} ms`,
      );
}
for (const [index, line] of interruptions.entries())
  notes.push(
    `interruption: ${line.text}: silent after ${Math.round(stops[index] ?? 0)} ms, answered after ${Math.round(afterStops[index] ?? -1)} ms`,
  );
for (const [index, line] of answerable.entries())
  if ((delays[index] ?? 0) > 2_500) notes.push(`late: ${line.text}: ${Math.round(delays[index] ?? 0)} ms`);
const murmurs = lines.filter(({ kind }) => kind === 'murmur');
const nameOf = (who: string) => who.charAt(0).toUpperCase() + who.slice(1);
const written = facts.transcript.split('\n').map((row) => row.replace(/^\S+ UTC /, ''));
const tobeWritten = lines.filter(({ kind }) => kind !== 'murmur');
const unwritten = tobeWritten.filter(({ who, text }) => !written.includes(`${nameOf(who)}: ${text}`));
const sums = (pick: (part: Played) => number) => whole.reduce((sum, part) => sum + pick(part), 0);
const levels = whole.filter(({ heardShare }) => heardShare > 0.5).map(({ levelDb }) => levelDb);
// Behind the first of two people who talk to each other, the other one is heard.
const asides = lines.filter(({ kind }, index) => kind === 'aside' && lines[index + 1]?.kind !== 'aside');

const loads = lines.flatMap(({ load }) => load ?? []);
const figures = {
  minutes: facts.minutes,
  load:
    loads.length === 0
      ? undefined
      : { least: Math.min(...loads), middle: percentile(loads, 50), most: Math.max(...loads) },
  turns: answerable.length,
  answered: delays.filter((delay) => delay !== undefined).length,
  answerDelayMs: spread(delays.filter((delay) => delay !== undefined)),
  asides: asides.length,
  asidesLeftAlone: asides.filter((line) => delayOf(line) === undefined).length,
  interruptions: interruptions.length,
  overlapToSilenceMs: spread(stops),
  interruptionsAnswered: afterStops.filter((delay) => delay !== undefined).length,
  interruptionAnswerDelayMs: spread(afterStops.filter((delay) => delay !== undefined)),
  murmurs: murmurs.length,
  answersThatWentOnWhole: resumed.filter(
    (parts) => parts.length > 0 && parts.every(({ heardShare }) => heardShare > 0.9),
  ).length,
  pauseOfMurmursMs: spread(resumed.map((parts) => Math.max(0, ...parts.map(({ longestMs }) => longestMs)))),
  comparedSeconds: Math.round(sums(({ soundingMs }) => soundingMs) / 1_000),
  heardShare:
    sums(({ heardShare, soundingMs }) => heardShare * soundingMs) / sums(({ soundingMs }) => soundingMs),
  dropouts: sums(({ dropouts }) => dropouts),
  dropoutMs: sums(({ dropoutMs }) => dropoutMs),
  levelDb: levels.length === 0 ? undefined : { least: Math.min(...levels), most: Math.max(...levels) },
  transcript: `${tobeWritten.length - unwritten.length} of ${tobeWritten.length}`,
  unwritten: unwritten.map(({ who, text }) => `${who}: ${text}`),
  murmursWritten: murmurs.filter(({ who, text }) => written.includes(`${nameOf(who)}: ${text}`)).length,
  videoQuestion: facts.videoQuestion,
  warnings: facts.warnings.length,
  complaints: facts.complaints,
  oddities: facts.oddities,
  notes,
};
await writeFile(join(folder, 'figures.json'), JSON.stringify(figures, null, 2));
console.log(JSON.stringify(figures, null, 2));
