import { spoken } from '../../test/support/spoken.ts';

export type Condition = 'clean' | 'loss' | 'echo' | 'two speakers';
export const conditions: readonly Condition[] = ['clean', 'loss', 'echo', 'two speakers'];

/** What happens in a turn, which is known because it was made. */
export type TurnKind = 'interruption' | 'backchannel' | 'nothing' | 'one pause' | 'no pause';

export interface Scenario {
  readonly kind: TurnKind;
  readonly condition: Condition;
  /** 16 kHz, from the moment in which the person begins. */
  readonly person: Int16Array;
  /** 24 kHz, what the bot says; nothing when it doesn't. */
  readonly bot: Int16Array | undefined;
  /** Somebody else who takes part and speaks at the same time, in the interruptions. */
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

/** Every turn of the measurement, always the same. */
export function* scenarios(): Generator<Scenario, void, undefined> {
  const bot = sound(botSays, 'en-us+f2', 24_000);
  for (const condition of conditions)
    for (const voice of voices) {
      const other = condition === 'two speakers' ? sound(sentences[1] ?? '', 'en-gb+f4', 16_000) : undefined;
      for (const text of sentences)
        yield { kind: 'interruption', condition, person: sound(text, voice, 16_000), bot, other };
      for (const text of backchannels)
        yield { kind: 'backchannel', condition, person: sound(text, voice, 16_000), bot, other: undefined };
      yield { kind: 'nothing', condition, person: new Int16Array(0), bot, other: undefined };
      for (const [first, second] of halves) {
        const person = withPause(sound(first, voice, 16_000), sound(second, voice, 16_000), 300);
        yield { kind: 'one pause', condition, person, bot: undefined, other: undefined };
        const plain = sound(`${first} ${second}`, voice, 16_000);
        yield { kind: 'no pause', condition, person: plain, bot: undefined, other: undefined };
      }
    }
}
