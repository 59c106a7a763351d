import type { LimitSubject, LimitsPage } from '../community/limits.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import { marksOf } from '../language/marks.ts';
import type { Words } from '../words/index.ts';
import { shownLimit } from './panel-page.ts';
import type { LimitsPreview } from './preview.ts';
import { subjectId } from './subject.ts';

const mostShown = 10;

/** The worst case of a day, and who would have been refused yesterday. */
export function renderPreview(
  { worst, videosTogether, money, unpriced, refused, people, isCut }: LimitsPreview,
  { prices }: LimitsPage,
  subject: LimitSubject,
  words: Words,
): MessageBody {
  const { limits: say, spending } = words;
  const { preview } = say;
  const lines = worst.map(({ unit, most }) => {
    const amount =
      most === 'unlimited' ? preview.unlimited : most === 0 ? preview.none : spending.amount(unit, most);
    return `${spending.things[unit]}${marksOf(words.locale).colon}${amount}`;
  });
  const together =
    videosTogether === undefined
      ? []
      : [`-# ${preview.together(spending.amount('video-seconds', videosTogether))}`];
  const without = unpriced.map((unit) => spending.things[unit]).join(marksOf(words.locale).listed);
  const shown = refused
    .slice(0, mostShown)
    .map(({ userId, unit, period, used, most }) =>
      preview.line(
        userId === undefined ? preview.server : `<@${userId}>`,
        `${spending.amount(unit, used)}${marksOf(words.locale).bracketed(spending.things[unit])}`,
        say[period](shownLimit(most, unit, words)),
      ),
    );
  const rest = refused.length - shown.length;
  return {
    components: [
      container([
        text([preview.title, ...lines, ...together].join('\n')),
        text(
          [
            moneyLine(money, prices.currency, words),
            ...(money !== undefined && unpriced.length > 0 ? [`-# ${preview.unpriced(without)}`] : []),
          ].join('\n'),
        ),
        text(
          [
            preview.yesterday,
            ...(shown.length === 0 ? [preview.nobody(people)] : shown),
            ...(rest > 0 ? [preview.more(rest)] : []),
            ...(isCut ? [`-# ${preview.cut}`] : []),
          ].join('\n'),
        ),
        ...buttonRow([button('secondary', say.buttons.back, 'limits', 'back', subjectId(subject))]),
      ]),
    ],
  };
}

function moneyLine(
  money: LimitsPreview['money'],
  currency: string,
  { limits: { preview, money: shown } }: Words,
): string {
  if (money === undefined) return preview.noPrices;
  return money === 'unlimited' ? preview.moneyUnlimited : preview.money(shown(money, currency));
}
