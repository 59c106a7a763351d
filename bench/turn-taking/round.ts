import { endWithParent, reportSample } from '../support/round.ts';
import { beginsAtMs, play } from './play.ts';
import { players } from './players.ts';
import { type Scenario, scenarios } from './scenario.ts';

endWithParent();
const [name = ''] = process.argv.slice(2);
const open = players[name];
if (!open) throw new Error(`nobody listens under the name ${name}`);

/** The same losses in every round, for everybody. */
let seed = 1;
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};
const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0;
const percent = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);

const ducks: number[] = [];
const decisions: number[] = [];
const ends: number[] = [];
const counts = { turns: 0, interruptions: 0, missed: 0, others: 0, stopped: 0, paused: 0, cutOff: 0 };

function judge({ kind, person }: Scenario, player: ReturnType<NonNullable<typeof open>>): void {
  const stoppedMs = player.stoppedAtMs === undefined ? undefined : player.stoppedAtMs - beginsAtMs;
  counts.turns += 1;
  if (kind === 'interruption') {
    counts.interruptions += 1;
    if (stoppedMs === undefined) counts.missed += 1;
    else decisions.push(Math.max(0, stoppedMs));
    if (player.duckedAtMs !== undefined && player.duckedAtMs >= beginsAtMs)
      ducks.push(player.duckedAtMs - beginsAtMs);
  } else if (kind === 'backchannel' || kind === 'nothing') {
    counts.others += 1;
    if (stoppedMs !== undefined) counts.stopped += 1;
  } else {
    const endsAtMs = beginsAtMs + person.length / 16;
    if (kind === 'one pause') {
      counts.paused += 1;
      if (player.turnsEndedAtMs.some((atMs) => atMs < endsAtMs)) counts.cutOff += 1;
    }
    const after = player.turnsEndedAtMs.find((atMs) => atMs >= endsAtMs);
    if (after !== undefined) ends.push(after - endsAtMs);
  }
}

for (const scenario of scenarios()) {
  const player = open(scenario.bot !== undefined);
  play(scenario, player, random);
  judge(scenario, player);
}

reportSample({
  turns: counts.turns,
  ...(ducks.length > 0 ? { duckMs: percentile(ducks, 0.95) } : {}),
  decideMs: percentile(decisions, 0.95),
  missed: percent(counts.missed, counts.interruptions),
  stopped: percent(counts.stopped, counts.others),
  cutOff: percent(counts.cutOff, counts.paused),
  endMs: percentile(ends, 0.95),
});
