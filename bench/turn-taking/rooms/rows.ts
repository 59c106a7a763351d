import { spoken } from '../../../test/support/spoken.ts';
import { percentile } from '../../support/statistics.ts';
import { drawnFrom } from './drawn.ts';
import { asOpus, atLevel, byTelephone, inRoom, louder, pausing, together } from './effects.ts';
import { noiseOf, noises, steadyNoises } from './noises.ts';
import { type Outcome, type Person, playScene } from './stage.ts';

/** A class of sounds as they are in rooms, with what's made of it and what it should be. */
export interface Row {
  readonly key: string;
  readonly label: string;
  readonly target: string;
  readonly measure: () => Promise<number> | number;
}

const usualDbfs = -20;
const beginsAtMs = 1_500;
const voices = ['en-us', 'en-gb+m4', 'en-us+f3', 'en-gb-scotland', 'en-us+f5', 'en-us+m7'];
const sentences = [
  'Can you tell me when the next train leaves for the lake',
  'Please look up the weather for tomorrow morning',
  'I would like to know more about the museum',
  'How much do two tickets for the evening cost',
];
const botSays = [
  'The museum opens at nine and closes at six, and on Thursdays it stays open until ten, so there is time enough for everything on your list, if you begin with the upper floor and the rooms behind the stairs.',
  'There are three trains in the morning. The first one leaves at seven and takes an hour, the second is quicker, but you have to change once, and the third one is the cheapest of them all.',
];
const oneWords = ['Wait', 'No', 'Hey', 'Stop', 'Enough', 'Shut up', 'Pause', 'Listen'];
const backchannels: readonly (readonly [voice: string, ...words: string[]])[] = [
  ['en-us', 'uh huh', 'right', 'I see', 'oh really'],
  ['ja', 'なるほど', 'はい', 'そうですね'],
  ['ar', 'نعم', 'صحيح', 'تمام'],
  ['es', 'claro', 'vale', 'ya veo'],
  ['fr', "d'accord", 'ah bon', 'oui oui'],
  ['de', 'genau', 'ach so', 'verstehe'],
  ['cmn', '对对', '原来如此', '嗯'],
  ['ko', '그렇군요', '네', '맞아요'],
];
const laughs: readonly (readonly [voice: string, text: string])[] = [
  ['en-us', 'ha ha ha ha ha ha'],
  ['en-us+f3', 'hahahahaha'],
  ['es', 'ja ja ja ja ja'],
  ['en-gb+m4', 'he he he he he he'],
];

const known = new Map<string, Int16Array>();

/** What a voice says, without the silence around it. */
function said(text: string, voice = 'en-us', dbfs = usualDbfs, rateHz = 16_000): Int16Array {
  const key = `${rateHz} ${voice} ${text}`;
  const sound = known.get(key) ?? trimmed(spoken(text, voice, rateHz));
  known.set(key, sound);
  return atLevel(sound, dbfs, true);
}

function trimmed(samples: Int16Array): Int16Array {
  const isLoud = (sample: number) => Math.abs(sample) > 300;
  return samples.slice(Math.max(0, samples.findIndex(isLoud)), samples.findLastIndex(isLoud) + 1);
}

const bot = (index: number) =>
  said(botSays[index % 2] ?? '', index % 4 < 2 ? 'en-us+f2' : 'en-gb', usualDbfs, 24_000);
const lengthMs = (samples: Int16Array) => samples.length / 16;
const share = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);
const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);

function delayed(sound: Int16Array, ms: number): Int16Array {
  const later = new Int16Array(sound.length + ms * 16);
  later.set(sound, ms * 16);
  return later;
}

/** Someone who says that, from that moment on. */
function person(id: string, text: string, sound: Int16Array, fromMs: number): Person {
  return { id, sound: delayed(sound, fromMs), says: [{ text, fromMs, toMs: fromMs + lengthMs(sound) }] };
}

function overBot(text: string, sound: Int16Array, index: number): Outcome {
  return playScene({
    people: [person('ann', text, sound, beginsAtMs)],
    bot: bot(index),
    durationMs: beginsAtMs + lengthMs(sound) + 4_500,
  });
}

/** The answer is gone, or still silent long after what happened. */
const isLost = ({ stoppedMs, resumedMs, droppedMs }: Outcome) =>
  droppedMs !== undefined || (stoppedMs !== undefined && resumedMs === undefined);

function steadyEnds(how: 'converse' | 'interpret'): number[] {
  const ends: number[] = [];
  voices.forEach((voice, index) => {
    for (const kind of steadyNoises) {
      const sentence = said(sentences[index % sentences.length] ?? '', voice);
      const sound = together(noiseOf(kind, 12, -36, index + 1), sentence, beginsAtMs);
      const endMs = beginsAtMs + lengthMs(sentence);
      const { turns } = playScene({ people: [{ id: 'ann', sound }], durationMs: 11_000 }, how);
      const ended = turns.find(({ endedMs = 0 }) => endedMs > endMs - 100);
      ends.push(Math.max(0, (ended?.endedMs ?? 20_000) - endMs));
    }
  });
  return ends;
}

const noiseSeconds = 20;
const noiseScenes = new Map<number, Outcome[]>();

function noiseAlone(dbfs: number): Outcome[] {
  const before = noiseScenes.get(dbfs);
  if (before) return before;
  const scenes = Object.keys(noises).map((kind, index) =>
    playScene({
      people: [{ id: 'ann', sound: noiseOf(kind, noiseSeconds, dbfs, index + 40) }],
      durationMs: noiseSeconds * 1_000,
    }),
  );
  noiseScenes.set(dbfs, scenes);
  return scenes;
}

/** Turns a minute that noise alone begins. */
function noiseTurns(dbfs: number): number {
  const scenes = noiseAlone(dbfs);
  return (sum(scenes.map(({ turns }) => turns.length)) * 60) / (scenes.length * noiseSeconds);
}

let noisesOverBot: { kind: string; outcome: Outcome }[] = [];

function noiseOverBot() {
  if (noisesOverBot.length === 0)
    noisesOverBot = Object.keys(noises).flatMap((kind, index) =>
      [-18, -34, -44].map((dbfs) => {
        const sound = noiseOf(kind, 5, dbfs, index + 70);
        const outcome = playScene({
          people: [person('ann', '', sound, beginsAtMs)],
          bot: bot(index),
          durationMs: 10_000,
        });
        return { kind: `${kind} ${dbfs}`, outcome };
      }),
    );
  return noisesOverBot.map(({ outcome }) => outcome);
}

function cutOffs(how: 'converse' | 'interpret'): number {
  const random = drawnFrom(5);
  let cut = 0;
  for (let who = 0; who < 3; who += 1) {
    let sound: Int16Array = new Int16Array(0);
    const pauses: { fromMs: number; toMs: number }[] = [];
    for (let index = 0; index < 15; index += 1) {
      const first = said('I was thinking about', voices[who]);
      const second = said('going to the lake', voices[who]);
      const pauseMs = 550 + Math.round((random() * 1_450) / 20) * 20;
      const fromMs = lengthMs(sound) + 4_000;
      sound = pausing(sound, 4_000, pausing(first, pauseMs, second));
      pauses.push({ fromMs: fromMs + lengthMs(first), toMs: fromMs + lengthMs(first) + pauseMs });
    }
    const { turns } = playScene({ people: [{ id: 'ann', sound }], durationMs: lengthMs(sound) + 4_000 }, how);
    cut += pauses
      .slice(3)
      .filter(({ fromMs, toMs }) =>
        turns.some(({ endedMs = 0 }) => endedMs > fromMs && endedMs < toMs + 60),
      ).length;
  }
  return cut / 3;
}

function quickReplies(): number {
  let wrong = 0;
  let all = 0;
  [-200, -150, 150, 200].forEach((gapMs) => {
    voices.forEach((voice, index) => {
      const one = said(sentences[index % 4] ?? '', voice);
      const other = said(sentences[(index + 1) % 4] ?? '', voices[(index + 2) % 6]);
      const nextMs = Math.round((500 + lengthMs(one) + gapMs) / 20) * 20;
      const { turns } = playScene({
        people: [person('ann', 'one', one, 500), person('ben', 'other', other, nextMs)],
        durationMs: nextMs + lengthMs(other) + 4_000,
      });
      all += 1;
      const names = turns.map(({ userId }) => userId).join();
      if (names !== 'ann,ben') wrong += 1;
    });
  });
  return share(wrong, all);
}

function quietVoices(dbfs: number): { late: number; missed: number } {
  let late = 0;
  let missed = 0;
  voices.forEach((voice, index) => {
    sentences.forEach((text, which) => {
      const sentence = said(text, voice, dbfs);
      const sound = together(noiseOf('rain', 6, -66, index * 4 + which), sentence, beginsAtMs);
      const { turns } = playScene({ people: [{ id: 'ann', sound }], durationMs: 6_000 });
      const first = turns.find(({ beganMs }) => beganMs > beginsAtMs - 100);
      if (!first) missed += 1;
      else if (first.beganMs > beginsAtMs + 300) late += 1;
    });
  });
  const all = voices.length * sentences.length;
  return { late: share(late, all), missed: share(missed, all) };
}

const rooms = [60, 140, 250, 500].flatMap((lateMs) =>
  [0, -6, -12, -20].flatMap((decibels) => [0, 560].map((t60Ms) => ({ lateMs, decibels, t60Ms }))),
);

/** Longest that a room's own echo was passed on as someone's words, in seconds. */
function selfHeard(): number[] {
  return rooms.map((echo, index) => {
    const said = bot(index);
    const { passedMs } = playScene(
      {
        people: [{ id: 'ann', sound: new Int16Array(0), echo }],
        bot: said,
        durationMs: said.length / 24 + 1_500,
      },
      'interpret',
    );
    return (passedMs.get('ann') ?? 0) / 1_000;
  });
}

function selfStops(): number {
  const stopped = rooms.filter((echo, index) => {
    const said = bot(index);
    const scene = {
      people: [{ id: 'ann', sound: new Int16Array(0), echo }],
      bot: said,
      durationMs: said.length / 24 + 1_500,
    };
    return playScene(scene).silentMs !== undefined;
  });
  return share(stopped.length, rooms.length);
}

/** A real interruption in a room that also gives the bot's voice back. */
function missedBesideEcho(): number {
  const heard = rooms.filter(({ decibels }) => decibels <= -6);
  const missed = heard.filter((echo, index) => {
    const text = `No wait, ${sentences[index % 4]}`;
    const sound = said(text, voices[index % 6], -17);
    const ann = { ...person('ann', text, sound, 2_500), echo };
    const { stoppedMs } = playScene({ people: [ann], bot: bot(index), durationMs: 8_000 });
    return stoppedMs === undefined || stoppedMs < 2_500;
  });
  return share(missed.length, heard.length);
}

function bleed(how: 'converse' | 'interpret'): number {
  let taken = 0;
  let all = 0;
  for (const decibels of [-15, -18, -22, -26])
    voices.slice(0, 4).forEach((voice, index) => {
      const sentence = said(sentences[index] ?? '', voice);
      const lateMs = 20 * (index % 3);
      const heard = inRoom(louder(sentence, decibels), 250, index + 1);
      const people = [person('ann', 'one', sentence, 500), person('ben', '', heard, 500 + lateMs)];
      const { turns } = playScene({ people, durationMs: 8_000 }, how);
      all += 1;
      if (turns.some(({ userId }) => userId === 'ben')) taken += 1;
    });
  return share(taken, all);
}

async function missedInterruptions(): Promise<{ missed: number; decideMs: number }> {
  const decided: number[] = [];
  let missed = 0;
  let all = 0;
  for (const [index, voice] of voices.entries())
    for (const [which, text] of [
      'No wait, I wanted the other one',
      'Hold on, somebody is at the door',
      sentences[index % 4] ?? '',
    ].entries()) {
      const sound = said(text, voice);
      const forms = [inRoom(sound, 400), byTelephone(sound), await asOpus(sound), await asOpus(sound, 0.1)];
      for (const form of forms) {
        const { silentMs, stoppedMs, resumedMs } = overBot(text, form, index + which);
        all += 1;
        if (stoppedMs === undefined || resumedMs !== undefined) missed += 1;
        else decided.push((silentMs ?? stoppedMs) - beginsAtMs);
      }
    }
  return { missed: share(missed, all), decideMs: percentile(decided, 95) };
}

function oneWordsMissed(): number {
  const missed = oneWords.flatMap((word) =>
    voices.slice(0, 4).filter((voice, index) => {
      const outcome = overBot(word, said(word, voice), index);
      return !isLost(outcome);
    }),
  );
  return share(missed.length, oneWords.length * 4);
}

let smallSounds: Outcome[] = [];
function smallOverBot(): Outcome[] {
  if (smallSounds.length > 0) return smallSounds;
  const spokenOnes = backchannels.flatMap(([voice, ...words]) =>
    words.map((word) => overBot(word, said(word, voice), 0)),
  );
  const laughed = laughs.map(([voice, text], index) => overBot('', said(text, voice), index));
  const coughs = [1, 2, 3].map((seed) =>
    overBot('', noiseOf('breathing', 1, -22, seed).slice(0, 6_400), seed),
  );
  smallSounds = [...spokenOnes, ...laughed, ...coughs];
  return smallSounds;
}

function whisperMissed(): number {
  const all = ['en-us+whisper', 'en-gb+whisperf'].flatMap((voice) =>
    sentences.map((text) => [voice, text] as const),
  );
  const missed = all.filter(([voice, text]) => {
    const sound = together(noiseOf('rain', 6, -70), said(text, voice, -34), beginsAtMs);
    return playScene({ people: [{ id: 'ann', sound }], durationMs: 6_000 }).turns.length === 0;
  });
  return share(missed.length, all.length);
}

const percentOf = (outcomes: readonly Outcome[], is: (outcome: Outcome) => boolean) =>
  share(outcomes.filter(is).length, outcomes.length);
const stopped = ({ stoppedMs }: Outcome) => stoppedMs !== undefined;
const quieted = ({ silentMs }: Outcome) => silentMs !== undefined;

export const rows: readonly Row[] = [
  {
    key: 'steady',
    label: 'steady noise under a sentence: end, p95 ms',
    target: '≤ 700',
    measure: () => percentile(steadyEnds('converse'), 95),
  },
  {
    key: 'steady-i',
    label: '… in /interpret',
    target: '≤ 700',
    measure: () => percentile(steadyEnds('interpret'), 95),
  },
  {
    key: 'noise-34',
    label: 'noise alone at −34 dBFS: turns a minute',
    target: '≤ 2',
    measure: () => noiseTurns(-34),
  },
  { key: 'noise-18', label: '… at −18 dBFS', target: '', measure: () => noiseTurns(-18) },
  { key: 'noise-44', label: '… at −44 dBFS', target: '≤ 2', measure: () => noiseTurns(-44) },
  {
    key: 'noise-stops',
    label: 'noise over the bot: silences it, %',
    target: '≤ 10',
    measure: () => percentOf(noiseOverBot(), quieted),
  },
  {
    key: 'noise-ducks',
    label: '… makes it quieter, % of the noise',
    target: '',
    measure: () =>
      share(sum(noiseOverBot().map(({ duckedForMs }) => duckedForMs / 5_000)), noiseOverBot().length),
  },
  {
    key: 'noise-lost',
    label: '… answer lost, %',
    target: '0',
    measure: () => percentOf(noiseOverBot(), isLost),
  },
  {
    key: 'pauses',
    label: 'pauses of 550–2,000 ms: cut off of 12, after the third',
    target: '≤ 3',
    measure: () => cutOffs('converse'),
  },
  { key: 'pauses-i', label: '… in /interpret', target: '≤ 3', measure: () => cutOffs('interpret') },
  {
    key: 'replies',
    label: 'quick replies: not one turn each under the right name, %',
    target: '≤ 5',
    measure: quickReplies,
  },
  { key: 'one-word', label: 'one word: missed, %', target: '0', measure: oneWordsMissed },
  {
    key: 'small-stops',
    label: 'backchannels in eight languages, laughter, cough: stop it, %',
    target: '≤ 25',
    measure: () => percentOf(smallOverBot(), stopped),
  },
  {
    key: 'small-pauses',
    label: '… silent for a moment or longer, %',
    target: '',
    measure: () => percentOf(smallOverBot(), quieted),
  },
  {
    key: 'small-ms',
    label: '… for a moment: how long, p95 ms',
    target: '',
    measure: () =>
      percentile(
        smallOverBot().flatMap(({ stoppedMs, pausedForMs }) =>
          stoppedMs === undefined && pausedForMs > 0 ? [pausedForMs] : [],
        ),
        95,
      ),
  },
  {
    key: 'small-lost',
    label: '… answer lost, %',
    target: '0',
    measure: () => percentOf(smallOverBot(), isLost),
  },
  {
    key: 'quiet-40',
    label: 'quiet voices, −40 dBFS: late, %',
    target: '≤ 15',
    measure: () => quietVoices(-40).late,
  },
  { key: 'quiet-46', label: '… −46 dBFS: late, %', target: '≤ 15', measure: () => quietVoices(-46).late },
  {
    key: 'quiet-missed',
    label: '… −46 dBFS: missed, %',
    target: '0',
    measure: () => quietVoices(-46).missed,
  },
  { key: 'whisper', label: 'whispered sentences missed, %', target: '0', measure: whisperMissed },
  {
    key: 'bleed',
    label: "a neighbour's headset: taken for theirs, %",
    target: '0',
    measure: () => bleed('converse'),
  },
  { key: 'bleed-i', label: '… in /interpret', target: '0', measure: () => bleed('interpret') },
  {
    key: 'self-heard',
    label: 'loud speakers: interpreter hears itself, p95 s',
    target: '≤ 0.2',
    measure: () => percentile(selfHeard(), 95),
  },
  { key: 'self-stops', label: '… conversation stops itself, %', target: '≤ 5', measure: selfStops },
  {
    key: 'beside-echo',
    label: '… an interruption beside the echo missed, %',
    target: '< 5',
    measure: missedBesideEcho,
  },
  {
    key: 'rooms-missed',
    label: 'room, telephone, Opus 8k, loss: interruptions missed, %',
    target: '< 5',
    measure: async () => (await missedInterruptions()).missed,
  },
  {
    key: 'rooms-ms',
    label: '… stops, p95 ms',
    target: '500',
    measure: async () => (await missedInterruptions()).decideMs,
  },
];

/** Which noises did what, for people who change the rules. */
export function noisesThatCount(): string {
  const alone = Object.keys(noises).map((kind, index) => `${kind} ${noiseAlone(-34)[index]?.turns.length}`);
  noiseOverBot();
  const stops = noisesOverBot.filter(({ outcome }) => stopped(outcome)).map(({ kind }) => kind);
  return `turns at −34: ${alone.join(', ')}\nstop it: ${stops.join(', ')}`;
}

/** Small sounds that stopped the bot, or took its answer away. */
export function smallSoundsThatCount(): string {
  const texts = [
    ...backchannels.flatMap(([, ...words]) => words),
    ...laughs.map(([, text]) => text),
    'cough',
    'cough',
    'cough',
  ];
  const outcomes = smallOverBot();
  return texts
    .flatMap((text, index) => {
      const outcome = outcomes[index];
      if (!outcome || !(stopped(outcome) || isLost(outcome))) return [];
      return [`${text} ${(outcome.stoppedMs ?? 0) - beginsAtMs}${isLost(outcome) ? ' lost' : ''}`];
    })
    .join(', ');
}
