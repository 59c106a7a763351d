import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { places } from '../../sandbox/discord/world/places.ts';
import { waveFile } from '../../sandbox/test/support/wave-file.ts';
import { Conversation } from './conversation.ts';
import { minutesTold } from './minutes-told.ts';
import { pageFigures } from './page-figures.ts';
import { joinCall, pressWhenAsked, stopCall } from './panel.ts';
import { Pictures } from './pictures.ts';
import { alone, together } from './plan.ts';
import { Recording } from './recording.ts';
import { StartedSandbox, sentencesOf, untilSessions, voiceOf } from './sandbox.ts';
import { openBrowser, Talker } from './talker.ts';

/**
 * `node bench/ten-minutes/main.ts [--minutes 10] [--seed 0] [--out FOLDER]`: `npm start`, three people's pages in Chromium, one of them Chinese and on
 * a phone, and a spoken conversation in real time through *Say it for me*: turns, interruptions, murmurs, tools. What the pages played is written down and measured.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, out: { type: 'string' } },
});
const lastsMs = Number(values.minutes ?? '10') * 60_000;
// Another seed says other numbers about other things, and the people take other parts.
const seed = Number(values.seed ?? '0');
const out = values.out ?? join('data', 'ten-minutes');
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

await using opened = new AsyncDisposableStack();
const sandbox = opened.adopt(await StartedSandbox.start(), (it) => it.close());
const watch = opened.adopt(await sandbox.watch(), (it) => it.stop());
const starter = opened.use(await sandbox.person('owner'));
const browser = opened.adopt(await openBrowser(), (it) => it.close());
const owner = await Talker.enter(browser, sandbox.pageUrl, 'owner');
const member = await Talker.enter(browser, sandbox.pageUrl, 'member');
const newcomer = await Talker.enter(browser, sandbox.pageUrl, 'newcomer', { locale: 'zh-CN', width: 390 });
await newcomer.speak('en');
const people = [owner, member, newcomer] as const;
const talk = new Conversation(people);
const pictures = new Pictures(out);

await starter.invoke(places.channels.general, ['converse', 'start'], { transcript: true });
await joinCall(owner);
const voice = voiceOf(await untilSessions(sandbox));
const beganAtMs = Date.now();
const over = (share: number) => Date.now() - beganAtMs >= lastsMs * share;

await alone(talk, owner, seed);
await talk.say(owner, 'Please search the documents for opening hours.', 'order');
await pictures.take(owner, 'searched');
const video = talk.say(owner, 'Please make a video of a paper kite over the sea.', 'order');
const asked = await pressWhenAsked(starter, 'make this video', /Make it · \d+ s/, 20_000);
await video;
await pictures.take(owner, 'video');
for (let round = seed + 1; !over(0.3); round += 1) await alone(talk, owner, round);
await joinCall(member);
await joinCall(newcomer);
await pictures.take(newcomer, 'joined');
for (let round = seed; !over(1); round += 1) await together(talk, people, round);
await pictures.take(member, 'talking');
await pictures.take(newcomer, 'talking');
const pageIds = new Set(await sandbox.pageIds());
await pictures.takeThere([owner, newcomer], places.channels.voice, 'transcript');

const sessions = await sandbox.sessions();
const endsAtMs = Date.now();
await stopCall(owner);
await pictures.take(owner, 'ended');
await pictures.takeThere([newcomer], places.channels.voice, 'ended');
const transcript = await sandbox.transcript();

for (const { name, ear } of people) {
  const { samples, endsAtMs } = new Recording(ear.heard);
  await writeFile(join(out, `${name}.wav`), waveFile({ sampleRateHz: 48_000, samples }));
  await writeFile(join(out, `${name}.json`), JSON.stringify(endsAtMs));
  await writeFile(join(out, `${name}-packets.json`), JSON.stringify(ear.came));
}
await writeFile(join(out, 'sessions.json'), JSON.stringify(sessions));
const sounds = join(out, 'sounds');
await mkdir(sounds);
const index: Record<string, string> = {};
async function keep(text: string, by: string): Promise<void> {
  const key = `${by}: ${text}`;
  if (key in index) return;
  const name = `${Object.keys(index).length}.wav`;
  index[key] = name;
  const samples = await sandbox.voiced(text, by === 'bot' ? voice : `person ${sandbox.idOf(by)}`, 24_000);
  await writeFile(join(sounds, name), waveFile({ sampleRateHz: 24_000, samples }));
}
for (const { text, who } of talk.lines) await keep(text, who);
const said = talk.lines
  .filter(({ kind }) => kind !== 'murmur')
  .map(({ who, text }) => ({ userId: sandbox.idOf(who), text }));
for (const text of sessions.flatMap(({ said }) => said).filter((each) => each.trim() !== ''))
  for (const sentence of sentencesOf(text)) await keep(sentence, 'bot');
const warnings = await sandbox.warnings();
const facts = {
  minutes: Math.round((endsAtMs - beganAtMs) / 6_000) / 10,
  videoQuestion: asked,
  lines: talk.lines,
  said: sessions.map(({ said }) => said),
  heard: sessions.map(({ heard }) => heard),
  oddities: sessions.flatMap(({ oddities }) => oddities),
  transcript,
  warnings,
  complaints: people.flatMap(({ complaints }) => complaints),
  pages: pageFigures(watch.writes, pageIds, said),
  minutesTold: minutesTold(watch.writes, endsAtMs - beganAtMs),
  writes: watch.writes,
  sounds: index,
};
await writeFile(join(out, 'facts.json'), JSON.stringify(facts, null, 1));
console.log(`${facts.minutes} min, ${talk.lines.length} lines, in ${out}`);
