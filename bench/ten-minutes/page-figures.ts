import { likeness, linesOf, type ShownLine } from './page-lines.ts';
import { lastWritten, mostInASecond, type Write } from './watch.ts';

/** What was really said, by whom. */
export interface Truth {
  readonly userId: string;
  readonly text: string;
}

const alike = 0.6;

/**
 * What came of people's sentences on the pages of some channels: under whose name they stand, how many messages they took, and
 * how often these were changed.
 */
export function pageFigures(
  writes: readonly Write[],
  channelIds: ReadonlySet<string>,
  said: readonly Truth[],
) {
  const inPages = writes.filter(({ channelId }) => channelIds.has(channelId));
  const pages = lastWritten(inPages)
    .map((write) => linesOf(write))
    .filter((lines) => lines.length > 0);
  const shown = pages.flat();
  const theirs = shown.filter(({ by }) => by !== undefined);
  const left = [...said];
  const wrong: string[] = [];
  const unknown: string[] = [];
  for (const line of theirs) {
    const own = bestOf(line, said, ({ userId }) => userId === line.by);
    const other = bestOf(line, said, ({ userId }) => userId !== line.by);
    if (other && other.like > (own?.like ?? 0))
      wrong.push(`${line.by}: ${line.text} (${other.truth.userId} said it)`);
    else {
      const right = bestOf(line, left, ({ userId }) => userId === line.by)?.truth;
      if (right) left.splice(left.indexOf(right), 1);
      else unknown.push(`${line.by}: ${line.text}`);
    }
  }
  return {
    sentences: shown.length,
    messages: pages.length,
    messagesPerSentence: shown.length === 0 ? undefined : round(pages.length / shown.length),
    edits: inPages.filter(({ is }) => is === 'edit').length,
    mostWritesInASecond: mostInASecond(inPages),
    wrongName: wrong,
    /** Neither theirs nor anyone's, or theirs a second time. */
    unknown,
    unwritten: left.map(({ userId, text }) => `${userId}: ${text}`),
  };
}

function bestOf({ text }: ShownLine, said: readonly Truth[], isTheirs: (truth: Truth) => boolean) {
  const judged = said.filter(isTheirs).map((truth) => ({ truth, like: likeness(text, truth.text) }));
  const [best] = judged.toSorted((one, two) => two.like - one.like);
  return best && best.like >= alike ? best : undefined;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
