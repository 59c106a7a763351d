import { fastRealtime } from '../../sandbox/service/realtime/settings.ts';
import { type RecordingKind, recordingKinds, recordingOf } from '../../sandbox/test/support/recordings.ts';
import { Stage } from '../../test/support/stage.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { median } from '../support/statistics.ts';
import { type Heard, type Hearer, hearers } from './hearers.ts';

/** Ten seconds, as the stand-in voices it. */
const truth =
  'Hello everyone. Where is the library? The meeting starts at nine. Thank you very much. What time is it? I agree with you.';
/** What's cut short has no truth to be held against. */
const kinds = Object.keys(recordingKinds).filter((kind) => kind !== 'cut short') as readonly RecordingKind[];
const followed = 8;

endWithParent();
const [name = ''] = process.argv.slice(2);
const open = hearers[name];
if (!open) throw new Error(`nothing hears recordings under the name ${name}`);

/** How many of the words that were said are told, in their order and without others between them, in percent. */
function wordsRight(told: string): number {
  const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [said, heard] = [wordsOf(truth), wordsOf(told)];
  let before = Array.from({ length: heard.length + 1 }, (_, index) => index);
  for (const [row, word] of said.entries()) {
    const now = [row + 1];
    for (const [column, other] of heard.entries())
      now.push(
        Math.min(
          (now[column] ?? 0) + 1,
          (before[column + 1] ?? 0) + 1,
          (before[column] ?? 0) + (word === other ? 0 : 1),
        ),
      );
    before = now;
  }
  return 100 * (1 - (before.at(-1) ?? 0) / said.length);
}

const realtime = { translationConnectsPerMinute: fastRealtime.translationConnectsPerMinute ?? 0 };
const stage = await Stage.open({
  discord: { privilegedIntents: ['MessageContent'] },
  service: { realtime },
  env: { DISCORD_MESSAGE_CONTENT: 'on', INTERPRETER_CONNECTS_PER_MINUTE: '600' },
});
try {
  const hearer: Hearer = await open(stage);
  const samples = await stage.service.realtime.voice(truth, 'ann', 48_000, 'en');
  const right: number[] = [];
  for (const kind of kinds) {
    const told = await hearer.read(recordingKinds[kind], await recordingOf(samples, kind));
    right.push(wordsRight(told));
  }
  const ogg = await recordingOf(samples, 'voice message');
  const seconds = samples.length / 48_000;
  await hearer.follow();
  const times: Heard[] = [];
  // The first one also starts what reads files.
  for (let index = 0; index <= followed; index += 1) times.push(await hearer.hear({ ogg, seconds }));
  const of = (which: (heard: Heard) => number) => median(times.slice(1).map(which));
  reportSample({
    wordsRight: right.reduce((sum, each) => sum + each, 0) / right.length,
    worstRight: Math.min(...right),
    totalMs: of(({ totalMs }) => totalMs),
    sendingMs: of(({ sendingMs }) => sendingMs),
    standInMs: of(({ standInMs }) => standInMs),
    beyondMs: of(({ totalMs, sendingMs, standInMs }) => totalMs - sendingMs - standInMs),
    firstBeyondMs: beyond(times[0]),
  });
} finally {
  await stage.close();
}

function beyond(heard: Heard | undefined): number {
  return heard ? heard.totalMs - heard.sendingMs - heard.standInMs : Number.NaN;
}
