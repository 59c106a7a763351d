/** Someone speaks, from one moment of a round to another. */
export interface Line {
  /** Which of the people; counted on from round to round. */
  readonly person: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What people in a room say in each round of so many milliseconds, over and over. */
export interface Script {
  readonly roundMs: number;
  readonly lines: readonly Line[];
  /** How long the service answers each turn. */
  readonly answerMs: number;
}

export const people = 3;

/**
 * `talk`: three people ask in turn, and while the bot answers another one says “mhm”. `interrupted`: the answer is
 * interrupted by a second one, and that is answered, too.
 */
export const scripts: Readonly<Record<string, Script>> = {
  talk: {
    roundMs: 6_000,
    answerMs: 2_500,
    lines: [
      { person: 0, fromMs: 0, untilMs: 2_000 },
      { person: 1, fromMs: 3_500, untilMs: 3_800 },
    ],
  },
  interrupted: {
    roundMs: 8_000,
    answerMs: 2_500,
    lines: [
      { person: 0, fromMs: 0, untilMs: 1_500 },
      { person: 1, fromMs: 3_000, untilMs: 4_500 },
    ],
  },
};

export function scriptNamed(name: string): Script {
  const script = scripts[name];
  if (!script) throw new Error(`there is no script '${name}'`);
  return script;
}

/** Who speaks `ms` after a room began. */
export function speakersAt({ roundMs, lines }: Script, ms: number): readonly number[] {
  if (ms < 0) return [];
  const [round, at] = [Math.floor(ms / roundMs), ms % roundMs];
  return lines
    .filter(({ fromMs, untilMs }) => at >= fromMs && at < untilMs)
    .map(({ person }) => (person + round) % people);
}
