import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { typeCommand } from '../../sandbox/test/support/browser-command.ts';
import { waveFile } from '../../sandbox/test/support/wave-file.ts';
import { Conversation } from './conversation.ts';
import { alone, together } from './plan.ts';
import { Recording } from './recording.ts';
import { StartedSandbox, sentencesOf, voiceOf } from './sandbox.ts';
import { openBrowser, Talker } from './talker.ts';

/**
 * `node bench/ten-minutes/main.ts [--minutes 10] [--out FOLDER]`: `npm start`, two pages in Chromium, and a spoken conversation in real time
 * through *Say it for me*: turns, interruptions, murmurs, tools, two people. What the pages played is written down and measured.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string' }, out: { type: 'string' } } });
const lastsMs = Number(values.minutes ?? '10') * 60_000;
const out = values.out ?? join('data', 'ten-minutes');
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

await using opened = new AsyncDisposableStack();
const sandbox = opened.adopt(await StartedSandbox.start(), (it) => it.close());
const browser = opened.adopt(await openBrowser(), (it) => it.close());
const owner = await Talker.enter(browser, sandbox.pageUrl, 'owner');
const member = await Talker.enter(browser, sandbox.pageUrl, 'member');
const talk = new Conversation([owner, member]);

async function join_(talker: Talker): Promise<void> {
  await talker.page.getByRole('button', { name: /^Lounge \(voice/ }).click();
  const panel = talker.message('I only hear').last();
  await panel.getByRole('button', { name: 'Join' }).click();
  await panel.filter({ hasText: new RegExp(`only hear.*${talker.name}`, 'i') }).waitFor();
}

async function picture(talker: Talker, name: string): Promise<void> {
  await writeFile(join(out, `${name}.png`), await talker.page.screenshot({ type: 'png' }));
}

await owner.page.getByRole('textbox', { name: /^Message #/ }).focus();
await typeCommand(owner.page, 'converse start', { transcript: 'True' });
await owner.page.keyboard.press('Enter');
await join_(owner);
// Events of long sessions are forgotten.
const voice = voiceOf(await sandbox.sessions());
const beganAtMs = Date.now();
const over = (share: number) => Date.now() - beganAtMs >= lastsMs * share;

await alone(talk, owner, 0);
await talk.say(owner, 'Please search the documents for opening hours.', 'order');
await picture(owner, 'searched');
const video = talk.say(owner, 'Please make a video of a paper kite over the sea.', 'order');
const question = owner.message('make this').getByRole('button', { name: 'Yes' });
const asked = await question.click({ timeout: 20_000 }).then(
  () => true,
  () => false,
);
await video;
await picture(owner, 'video');
for (let round = 1; !over(0.5); round += 1) await alone(talk, owner, round);
await join_(member);
for (let round = 0; !over(1); round += 1) await together(talk, [owner, member], round);
await picture(member, 'talking');

const sessions = await sandbox.sessions();
const panel = owner.message('I only hear').last();
await panel.getByRole('button', { name: 'Stop' }).click();
await panel.filter({ hasText: 'Ended' }).waitFor();
await picture(owner, 'ended');
const transcript = await sandbox.transcript();

for (const { name, ear } of [owner, member]) {
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
for (const text of sessions.flatMap(({ said }) => said).filter((each) => each.trim() !== ''))
  for (const sentence of sentencesOf(text)) await keep(sentence, 'bot');
const warnings = await sandbox.warnings();
const facts = {
  minutes: Math.round((Date.now() - beganAtMs) / 6_000) / 10,
  videoQuestion: asked,
  lines: talk.lines,
  said: sessions.map(({ said }) => said),
  heard: sessions.map(({ heard }) => heard),
  oddities: sessions.flatMap(({ oddities }) => oddities),
  transcript,
  warnings,
  complaints: [...owner.complaints, ...member.complaints],
  sounds: index,
};
await writeFile(join(out, 'facts.json'), JSON.stringify(facts, null, 1));
console.log(`${facts.minutes} min, ${talk.lines.length} lines, in ${out}`);
