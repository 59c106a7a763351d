import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { places } from '../../sandbox/discord/world/places.ts';
import { sentences } from '../../sandbox/service/realtime/translation/phrase-book.ts';
import { waveFile } from '../../sandbox/test/support/wave-file.ts';
import { percentile } from '../support/statistics.ts';
import { Conversation } from './conversation.ts';
import { heardAt } from './heard-translations.ts';
import type { SpokenLine } from './line.ts';
import { minutesTold } from './minutes-told.ts';
import { pageFigures, round } from './page-figures.ts';
import { likeness, linesOf } from './page-lines.ts';
import { joinCall, stopCall } from './panel.ts';
import { Pictures } from './pictures.ts';
import { Recording } from './recording.ts';
import { StartedSandbox, untilSessions, voiceOf } from './sandbox.ts';
import { SoundTrack } from './sound-track.ts';
import { openBrowser, Talker } from './talker.ts';

/**
 * `node bench/ten-minutes/interpret.ts [--minutes 8] [--seed 0] [--out FOLDER]`: `npm start`, three people's pages in Chromium, and a meeting in English,
 * Chinese and Spanish, out loud and with captions. What stood on the pages and when it was heard is written down and counted.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, out: { type: 'string' } },
});
/** A translation that comes later than that is none that people could follow. */
const heardWithinMs = 15_000;
const lastsMs = Number(values.minutes ?? '8') * 60_000;
// Another seed begins with another sentence and another person.
const seed = Number(values.seed ?? '0');
const out = values.out ?? join('data', 'ten-minutes-interpreted');
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

await using opened = new AsyncDisposableStack();
const sandbox = opened.adopt(await StartedSandbox.start(), (it) => it.close());
const watch = opened.adopt(await sandbox.watch(), (it) => it.stop());
const starter = opened.use(await sandbox.person('owner'));
const browser = opened.adopt(await openBrowser(), (it) => it.close());
const english = await Talker.enter(browser, sandbox.pageUrl, 'owner');
const spanish = await Talker.enter(browser, sandbox.pageUrl, 'member');
const chinese = await Talker.enter(browser, sandbox.pageUrl, 'newcomer', { locale: 'zh-CN', width: 390 });
const speakers = [
  { talker: english, language: 'en', column: 0 },
  { talker: chinese, language: 'zh', column: 1 },
  { talker: spanish, language: 'es', column: 2 },
] as const;
const people = [english, chinese, spanish];
const talk = new Conversation(people);
const pictures = new Pictures(out);

await starter.invoke(places.channels.general, ['interpret', 'start'], {
  languages: 'English, Chinese, Spanish',
  transcript: true,
});
for (const { talker, language } of speakers) {
  const person = await sandbox.person(talker.name);
  await person.invoke(places.channels.voice, ['interpret', 'me'], { speaks: language });
  person.disconnect();
  await talker.speak(language);
  await joinCall(talker);
}
await pictures.take(chinese, 'joined');
const beganAtMs = Date.now();
for (let turn = seed; Date.now() - beganAtMs < lastsMs; turn += 1) {
  const speaker = speakers[turn % 3];
  const entry = sentences[(turn * 5 + Math.floor(turn / 3)) % sentences.length];
  const next = speakers[(turn + 1) % 3];
  const reply = sentences[(turn * 5 + 7) % sentences.length];
  if (!speaker || !next || !entry || !reply) break;
  // Every fourth time someone replies at once, in another language.
  if (turn % 4 === 3)
    await talk.reply([speaker.talker, entry[speaker.column]], [next.talker, reply[next.column]]);
  else await talk.say(speaker.talker, entry[speaker.column]);
}
const endsAtMs = Date.now();
const pageIds = new Set(await sandbox.pageIds());
await pictures.takeThere([english, chinese], places.channels.voice, 'captions');
const sessions = await untilSessions(sandbox);
await stopCall(english);
const transcript = await sandbox.transcript('interpreted.txt').catch(() => '');
await pictures.takeThere([english, chinese], places.channels.voice, 'ended');

const said = talk.lines.map(({ who, text }) => ({ userId: sandbox.idOf(who), text }));
const { writes } = watch;
const inPages = writes.filter(({ channelId }) => pageIds.has(channelId));

/** When another row like that came to stand on the pages, each time. */
function timesOf(wanted: string): number[] {
  const below = new Map<string, number>();
  const times: number[] = [];
  let most = 0;
  for (const write of inPages) {
    const rows = linesOf(write).flatMap((line) => line.below);
    const count = rows.filter((row) => likeness(row.replace(/^[^·]+· /u, ''), wanted) > 0.6).length;
    below.set(write.messageId, count);
    const all = [...below.values()].reduce((one, other) => one + other, 0);
    for (; most < all; most += 1) times.push(write.atMs);
  }
  return times;
}

/** What each page played: everyone hears the same translations, and others beside them. */
const tracks = new Map<string, SoundTrack>();
for (const { name, ear } of people) {
  const { samples, endsAtMs: times } = new Recording(ear.heard);
  await writeFile(join(out, `${name}.wav`), waveFile({ sampleRateHz: 48_000, samples }));
  await writeFile(join(out, `${name}.json`), JSON.stringify(times));
  tracks.set(name, new SoundTrack(samples, 48_000, times));
}
const voice = voiceOf(sessions);
const sounds = new Map<string, Int16Array>();

/** When a translation was heard on the page of who said the original; undefined if it wasn't. */
async function translationHeardAt(
  line: SpokenLine,
  entry: readonly string[],
  text: string,
  language: string,
) {
  const key = `${language}: ${text}`;
  const samples = sounds.get(key) ?? (await sandbox.voiced(text, voice, 24_000, language));
  sounds.set(key, samples);
  // Said again later, in whatever language, it's translated again.
  const endedMs = line.sentAtMs + line.durationMs;
  const again = talk.lines.find((each) => entry.includes(each.text) && each.sentAtMs > endedMs);
  const untilMs = Math.min(endedMs + heardWithinMs, again?.sentAtMs ?? Number.POSITIVE_INFINITY);
  const track = tracks.get(line.who);
  return track && heardAt(track, { samples, rateHz: 24_000 }, line.sentAtMs, untilMs);
}

const shownAt = new Map<string, number[]>();
const earliest = (times: readonly (number | undefined)[]) => {
  const known = times.filter((atMs) => atMs !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
};

/** From the end of what they said until the first of its translations stands there, and until each of them is heard. */
async function delaysOf(line: SpokenLine) {
  const endedMs = line.sentAtMs + line.durationMs;
  const entry = sentences.find((each) => each.includes(line.text)) ?? [];
  const others = speakers.filter(({ talker }) => talker.name !== line.who);
  const translations = others.map(({ column, language }) => ({ text: entry[column] ?? '', language }));
  const atMs = translations.flatMap(({ text: wanted }) => {
    const times = shownAt.get(wanted) ?? timesOf(wanted);
    shownAt.set(
      wanted,
      times.filter((time) => time !== takenAt(times, line.sentAtMs)),
    );
    return takenAt(times, line.sentAtMs) ?? [];
  });
  const heard = await Promise.all(
    translations.map(async ({ text, language }) => await translationHeardAt(line, entry, text, language)),
  );
  const behind = (time: number | undefined) => (time === undefined ? undefined : time - endedMs);
  return {
    text: line.text,
    shownMs: behind(earliest(atMs)),
    heardMs: behind(earliest(heard)),
    translations: translations.map(({ language, text }, at) => ({
      language,
      text,
      heardMs: behind(heard[at]),
    })),
  };
}
const delays: Awaited<ReturnType<typeof delaysOf>>[] = [];
for (const line of talk.lines) delays.push(await delaysOf(line));
const spokenTranslations = delays.flatMap(({ translations }) => translations);

/** Later than half a minute, it's another sentence like it. */
function takenAt(times: readonly number[], sentAtMs: number): number | undefined {
  return times.find((time) => time > sentAtMs && time < sentAtMs + 30_000);
}

const spread = (all: readonly (number | undefined)[]) => {
  const known = all.filter((each) => each !== undefined);
  if (known.length === 0) return 'none';
  return { of: all.length, known: known.length, p50: percentile(known, 50), p95: percentile(known, 95) };
};
const figures = {
  minutes: Math.round((endsAtMs - beganAtMs) / 6_000) / 10,
  sentencesSaid: said.length,
  pages: pageFigures(writes, pageIds, said),
  translationShownMs: spread(delays.map(({ shownMs }) => shownMs)),
  translationsHeard: `${spokenTranslations.filter(({ heardMs }) => heardMs !== undefined).length} of ${spokenTranslations.length}`,
  translationHeardMs: spread(delays.map(({ heardMs }) => heardMs)),
  shownLaterThanHeardMs: spread(
    delays.map(({ shownMs, heardMs }) =>
      shownMs === undefined || heardMs === undefined ? undefined : shownMs - heardMs,
    ),
  ),
  panelEditsPerSentence: round(
    inPages.filter(({ is, text }) => is === 'edit' && text.startsWith('**')).length / said.length,
  ),
  minutesTold: minutesTold(writes, endsAtMs - beganAtMs),
  linesInTheFile: transcript.split('\n').filter((row) => row !== '').length,
  warnings: await sandbox.warnings(),
  complaints: people.flatMap(({ complaints }) => complaints),
};
await writeFile(
  join(out, 'facts.json'),
  JSON.stringify(
    {
      ...figures,
      delays,
      said,
      sessions: sessions.map(({ said: told, heard }) => ({ heard, told })),
      lines: talk.lines,
      transcript,
      writes,
    },
    null,
    1,
  ),
);
await writeFile(join(out, 'figures.json'), JSON.stringify(figures, null, 2));
console.log(JSON.stringify(figures, null, 2));
