import { endWithParent, reportSample } from '../support/round.ts';
import { percentile } from '../support/statistics.ts';
import { beginsAtMs, play } from './play.ts';
import { type Player, players } from './players.ts';
import { freshScenarios, type Scenario, scenarios } from './scenario.ts';

/** `<player> [print]`: printing says which turns went wrong, one by one; not of those that nobody is to look at. */
endWithParent();
const [name = '', how] = process.argv.slice(2);
const open = playerCalled(name);

const isPrinted = how === 'print';
const decidedWithinMs = 500;
const wentOnWithinMs = 2_020;
/** The same losses in every round, foreverybody. */
const drawnFrom = (first: number) => {
  let seed = first;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
};
const percent = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);

/** What was counted in one set of turns. */
class Tally {
  readonly ducks: number[] = [];
  readonly decisions: number[] = [];
  readonly ends: number[] = [];
  turns = 0;
  interruptions = 0;
  missed = 0;
  others = 0;
  /** For a moment, or longer. */
  quieted = 0;
  stopped = 0;
  stayed = 0;
  paused = 0;
  cutOff = 0;

  count({ kind, person }: Scenario, player: Player): void {
    this.turns += 1;
    if (kind === 'interruption') this.#interruption(player);
    else if (kind === 'backchannel' || kind === 'nothing') this.#other(player);
    else this.#end(kind, person, player);
  }

  #interruption({ silentAtMs, stoppedAtMs, wentOnAtMs, duckedAtMs }: Player): void {
    this.interruptions += 1;
    if (stoppedAtMs === undefined || wentOnAtMs !== undefined) this.missed += 1;
    if (stoppedAtMs !== undefined && silentAtMs !== undefined)
      this.decisions.push(Math.max(0, silentAtMs - beginsAtMs));
    if (duckedAtMs !== undefined && duckedAtMs >= beginsAtMs) this.ducks.push(duckedAtMs - beginsAtMs);
  }

  #other({ silentAtMs, stoppedAtMs, wentOnAtMs }: Player): void {
    this.others += 1;
    if (silentAtMs !== undefined) this.quieted += 1;
    if (stoppedAtMs === undefined) return;
    this.stopped += 1;
    if (wentOnAtMs === undefined || wentOnAtMs - stoppedAtMs > wentOnWithinMs) this.stayed += 1;
  }

  #end(kind: Scenario['kind'], person: Int16Array, { turnsEndedAtMs }: Player): void {
    const endsAtMs = beginsAtMs + person.length / 16;
    if (kind === 'one pause') {
      this.paused += 1;
      if (turnsEndedAtMs.some((atMs) => atMs < endsAtMs)) this.cutOff += 1;
    }
    const after = turnsEndedAtMs.find((atMs) => atMs >= endsAtMs);
    if (after !== undefined) this.ends.push(after - endsAtMs);
  }
}

const tallies = { known: new Tally(), hard: new Tally(), fresh: new Tally() };

function playerCalled(wanted: string): (botSpeaks: boolean) => Player {
  const player = players[wanted];
  if (!player) throw new Error(`nobody listens under the name ${wanted}`);
  return player;
}

function playAll(all: Iterable<Scenario>, random: () => number): void {
  for (const scenario of all) {
    const player = open(scenario.bot !== undefined);
    play(scenario, player, random);
    tallies[scenario.set].count(scenario, player);
    if (isPrinted && scenario.set !== 'fresh') print(scenario, player);
  }
}
playAll(scenarios(), drawnFrom(1));
playAll(freshScenarios(), drawnFrom(2));

/** What went wrong in a turn, for people who change the rules. */
function print({ kind, condition, text }: Scenario, { silentAtMs, stoppedAtMs, wentOnAtMs }: Player): void {
  const [silentMs, stoppedMs, wentOnMs] = [silentAtMs, stoppedAtMs, wentOnAtMs].map((atMs) =>
    atMs === undefined ? undefined : atMs - beginsAtMs,
  );
  const isInterruption = kind === 'interruption';
  const isInTime = stoppedMs !== undefined && (silentMs ?? stoppedMs) <= decidedWithinMs;
  const isRight = isInterruption ? isInTime && wentOnMs === undefined : stoppedMs === undefined;
  if (isRight || kind === 'one pause' || kind === 'no pause') return;
  const goesOn = wentOnMs === undefined ? '' : `, goes on at ${wentOnMs}`;
  console.log(
    `${kind}, ${condition}, “${text}”: silent at ${silentMs ?? '–'}, stops at ${stoppedMs ?? '–'}${goesOn}`,
  );
}

function interruptionsOf(
  { decisions, missed, interruptions, quieted, stopped, stayed, others }: Tally,
  prefix = '',
) {
  return {
    [`${prefix}decideMs`]: percentile(decisions, 95),
    [`${prefix}missed`]: percent(missed, interruptions),
    [`${prefix}quieted`]: percent(quieted, others),
    [`${prefix}stopped`]: percent(stopped, others),
    [`${prefix}stayed`]: percent(stayed, others),
  };
}

const { known, hard, fresh } = tallies;
reportSample({
  turns: known.turns + hard.turns + fresh.turns,
  ...(known.ducks.length > 0 ? { duckMs: percentile(known.ducks, 95) } : {}),
  ...interruptionsOf(known),
  ...interruptionsOf(hard, 'hard-'),
  ...interruptionsOf(fresh, 'fresh-'),
  cutOff: percent(known.cutOff, known.paused),
  endMs: percentile(known.ends, 95),
});
