import { spoken } from '../../test/support/spoken.ts';

export type Condition = 'clean' | 'loss' | 'echo' | 'two speakers';
export const conditions: readonly Condition[] = ['clean', 'loss', 'echo', 'two speakers'];

/** What happens in a turn, which is known because it was made. */
export type TurnKind = 'interruption' | 'backchannel' | 'nothing' | 'one pause' | 'no pause';

/**
 * `known`: the rules were made with these sentences. `hard`: picked to hurt; they were improved with these. `fresh`: other
 * words in other voices, which nobody looked at.
 */
export type TurnSet = 'known' | 'hard' | 'fresh';

export interface Scenario {
  readonly kind: TurnKind;
  /** What the person says. */
  readonly text: string;
  /** Whether the rules of turn-taking were made with it in view. */
  readonly set: TurnSet;
  readonly condition: Condition;
  /** 16 kHz, from the moment in which the person begins. */
  readonly person: Int16Array;
  /** 24 kHz, what the bot says; nothing when it doesn't. */
  readonly bot: Int16Array | undefined;
  /** Someone else who takes part and speaks at the same time, in the interruptions. */
  readonly other: Int16Array | undefined;
}

const voices = ['en-us', 'en-gb', 'en-us+f3', 'en-gb+m4', 'en-us+f5', 'en-gb-scotland'];
const botSays =
  'The museum opens at nine and closes at six, and on Thursdays it stays open until ten, so there is time enough for everything on your list, if you begin with the upper floor.';
const sentences = [
  'No wait, I wanted to know about the other museum',
  'Sorry, can you tell me that again more slowly',
  'Hold on, somebody is at the door right now',
  'Actually let us talk about dinner instead',
];
const backchannels = ['mm', 'yeah', 'right', 'okay'];
/** Hard ones: a word alone, a pause behind the first word, a backchannel of three syllables, one that hisses. */
const otherSentences = [
  'Stop',
  'Wait, that is not what I asked',
  'But what does it cost for children',
  'I would rather go by train',
];
const otherBackchannels = ['uh huh', 'sure', 'I see', 'oh really'];
const freshVoices = [
  'en-us+m5',
  'en-gb+f2',
  'en-us-nyc',
  'en-gb-x-gbcwmd',
  'en-us+klatt',
  'en-gb-scotland+f1',
];
const freshSentences = [
  'Excuse me, could you repeat the address',
  'One moment please, my phone is ringing',
  'What about the price',
  'Let me ask something else',
  'Please stop talking',
  'Stop it',
  'No, the other one',
  'Could we do that tomorrow',
];
const freshBackchannels = ['aha', 'got it', 'of course', 'great', 'I know', 'yes', 'hm', 'cool'];
const halves = [
  ['I was thinking about', 'going to the lake'],
  ['Could you please', 'look up the next train'],
] as const;

const sounds = new Map<string, Int16Array>();

function sound(text: string, voice: string, rateHz: number): Int16Array {
  const key = `${rateHz} ${voice} ${text}`;
  const known = sounds.get(key) ?? trimmed(spoken(text, voice, rateHz));
  sounds.set(key, known);
  return known;
}

/** Without the silence that a synthesizer puts around what it says. */
function trimmed(samples: Int16Array): Int16Array {
  const isLoud = (sample: number) => Math.abs(sample) > 300;
  return samples.slice(Math.max(0, samples.findIndex(isLoud)), samples.findLastIndex(isLoud) + 1);
}

function withPause(first: Int16Array, second: Int16Array, pauseMs: number): Int16Array {
  const whole = new Int16Array(first.length + pauseMs * 16 + second.length);
  whole.set(first);
  whole.set(second, first.length + pauseMs * 16);
  return whole;
}

/** The turns of the known and the hard set, always the same. */
export function* scenarios(): Generator<Scenario, void, undefined> {
  for (const condition of conditions)
    for (const voice of voices) {
      yield* spokenInto(condition, voice, sentences, backchannels, 'known');
      yield { ...turnOf('', 'nothing', condition, voice), person: new Int16Array(0) };
      for (const [first, second] of halves) {
        const person = withPause(sound(first, voice, 16_000), sound(second, voice, 16_000), 300);
        const text = `${first} ${second}`;
        yield { ...turnOf(text, 'one pause', condition, voice), person, bot: undefined };
        yield { ...turnOf(text, 'no pause', condition, voice), bot: undefined };
      }
      yield* spokenInto(condition, voice, otherSentences, otherBackchannels, 'hard');
    }
}

/** Those of the fresh set. */
export function* freshScenarios(): Generator<Scenario, void, undefined> {
  for (const condition of conditions)
    for (const voice of freshVoices)
      yield* spokenInto(condition, voice, freshSentences, freshBackchannels, 'fresh');
}

function* spokenInto(
  condition: Condition,
  voice: string,
  interruptions: readonly string[],
  others: readonly string[],
  set: TurnSet,
): Generator<Scenario, void, undefined> {
  const other = condition === 'two speakers' ? sound(sentences[1] ?? '', 'en-gb+f4', 16_000) : undefined;
  for (const text of interruptions) yield { ...turnOf(text, 'interruption', condition, voice), other, set };
  for (const text of others) yield { ...turnOf(text, 'backchannel', condition, voice), set };
}

function turnOf(text: string, kind: TurnKind, condition: Condition, voice: string): Scenario {
  const bot = sound(botSays, 'en-us+f2', 24_000);
  const person = sound(text, voice, 16_000);
  return { kind, text, set: 'known', condition, person, bot, other: undefined };
}
