import { cutText, showAsIs } from '../discord/escape.ts';
import { container, liveTime, menuRow, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';
import { plainName } from './describe.ts';
import { type Gap, mostGaps } from './gaps.ts';

const mostShown = 12;
const longestQuestion = 200;

/** Questions that members found no answer to, each with a way to close it. */
export function renderGaps(gaps: readonly Gap[], keepDays: number, words: Words): MessageBody {
  const { gaps: say } = words.knowledge;
  const shown = gaps.slice(0, mostShown);
  const lines = shown.map(({ question, count, lastAt, found }) =>
    say.line(showAsIs(question, longestQuestion), count, liveTime(lastAt), found),
  );
  const more = gaps.length > shown.length ? [say.more(gaps.length - shown.length)] : [];
  return {
    components: [
      container([
        text(say.title(gaps.length)),
        text(lines.length === 0 ? say.empty : [...lines, ...more].join('\n')),
        ...(shown.length === 0 ? [] : [doneMenu(shown, words)]),
        text(`-# ${say.kept(keepDays, mostGaps)}`),
      ]),
    ],
  };
}

function doneMenu(gaps: readonly Gap[], words: Words) {
  return menuRow('knowledge', 'gaps-done', 'list', {
    placeholder: words.knowledge.buttons.gapsDone,
    min_values: 1,
    max_values: gaps.length,
    options: gaps.map(({ id, question }) => ({ label: cutText(plainName(question), 100), value: id })),
  });
}
