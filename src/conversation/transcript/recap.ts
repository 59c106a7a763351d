import { showAsIs } from '../../discord/escape.ts';
import { container, text } from '../../discord/layout.ts';
import type { MessageBody } from '../../discord/messenger.ts';
import type { Words } from '../../words/index.ts';
import type { CallLine } from '../call-types.ts';
import { fitting, linksOf, linkText } from './line-text.ts';

const mostSpeakers = 20;
const mostLinks = 10;
const longestDecision = 250;
/** For each part, so that all of them fit into one message. */
const longestPart = 1_200;

interface Recapped {
  readonly lines: readonly CallLine[];
  readonly livedMs: number;
  /** As the model understood them, so they aren't trusted. `spent`: too little was left for today to ask it. */
  readonly decisions: readonly string[] | 'spent';
}

/**
 * The recap of a conversation for its participants: how long, who spoke, what was decided, and the pages that were
 * found.
 */
export function renderRecap({ lines, livedMs, decisions }: Recapped, words: Words): MessageBody {
  const { recap } = words.conversation;
  const turns = new Map<string, number>();
  for (const { by } of lines) if (by.is === 'person') turns.set(by.userId, (turns.get(by.userId) ?? 0) + 1);
  const spoke = [...turns]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostSpeakers)
    .map(([userId, count]) => `- ${recap.spoke(`<@${userId}>`, count)}`);
  const links = fitting(
    linksOf(lines)
      .slice(0, mostLinks)
      .map((link) => `- ${linkText(link)}`),
    longestPart,
  );
  const said = [
    recap.title(Math.max(1, Math.round(livedMs / 60_000))),
    ...(spoke.length === 0 ? [recap.nobody] : fitting(spoke, longestPart)),
    ...(decisions === 'spent' ? [recap.decisionsSpent] : []),
    ...(decisions === 'spent' || decisions.length === 0
      ? []
      : [
          recap.decisions,
          ...fitting(
            decisions.map((each) => `- ${showAsIs(each, longestDecision)}`),
            longestPart,
          ),
        ]),
    ...(links.length === 0 ? [] : [recap.links, ...links]),
    ...(lines.length === 0 ? [] : [recap.file]),
  ];
  return { components: [container([text(said.join('\n'))])], silent: true };
}
