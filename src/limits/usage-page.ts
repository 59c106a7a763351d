import type { LimitsPage } from '../community/limits.ts';
import { dayOf } from '../community/spending.ts';
import { showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, menuRow, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import { marksOf } from '../language/marks.ts';
import { type AllowanceLeft, type SpendingUnit, spendingUnits } from '../refusal/spending.ts';
import type { Words } from '../words/index.ts';
import {
  daysOf,
  priceOf,
  priceOfAll,
  type Spent,
  spentWithin,
  type UsageGroup,
  type UsageLine,
  type UsageMonth,
  usageBy,
  usageGroups,
  usageMonths,
} from './usage.ts';

const mostLines = 15;
const longestKey = 60;

/** What one person used today and this month, and what's left. */
export function renderMine(
  spent: readonly Spent[],
  left: readonly AllowanceLeft[],
  { prices }: LimitsPage,
  at: { readonly now: number; readonly isModerator: boolean },
  words: Words,
): MessageBody {
  const { limits: say, spending } = words;
  const { usage } = say;
  const today = dayOf(at.now);
  const [thisMonth, lastMonth] = usageMonths.map((month) => spentWithin(spent, daysOf(month, at.now)));
  const lines = spendingUnits.flatMap((unit) => {
    const sum = amountIn(thisMonth, unit);
    const before = amountIn(lastMonth, unit);
    const ofToday = amountIn(spentWithin(spent, { from: today, to: today }), unit);
    const price = priceOf(unit, sum, prices);
    const allowance = left.find((each) => each.unit === unit);
    if (sum === 0 && before === 0 && !allowance) return [];
    const facts = [
      usage.today(spending.amount(unit, ofToday)),
      usage.thisMonth(spending.amount(unit, sum)),
      ...(price ? [say.money(price, prices.currency)] : []),
      ...(before > 0 ? [usage.lastMonth(spending.amount(unit, before))] : []),
      ...(allowance ? [`**${spending.left(allowance)}**`] : []),
    ];
    return [`${spending.things[unit]}${marksOf(words.locale).colon}${facts.join(' · ')}`];
  });
  return {
    components: [
      container([
        text([usage.mine, ...(lines.length === 0 ? [usage.empty] : lines)].join('\n')),
        ...(at.isModerator
          ? buttonRow([button('secondary', say.buttons.server, 'usage', 'server', 'feature')])
          : []),
      ]),
    ],
  };
}

function amountIn(spent: readonly Spent[] = [], unit: SpendingUnit): number {
  return spent.filter((each) => each.unit === unit).reduce((total, { amount }) => total + amount, 0);
}

/** What a server used in a month, for its moderators. */
export function renderServer(
  spent: readonly Spent[],
  { group, month }: { readonly group: UsageGroup; readonly month: UsageMonth },
  { prices }: LimitsPage,
  now: number,
  words: Words,
): MessageBody {
  const { limits: say } = words;
  const { usage } = say;
  const days = daysOf(month, now);
  const within = spentWithin(spent, days);
  const lines = usageBy(group, within);
  const shown = lines.slice(0, mostLines).map((line) => shownLine(line, group, prices, words));
  const rest = lines.length - shown.length;
  const all = priceOfAll(sumOf(usageBy('feature', within)), prices);
  const other = month === 'this' ? 'last' : 'this';
  return {
    components: [
      container([
        text(
          [
            `${usage.server}\n-# ${usage.days(days.from, days.to)}`,
            ...(shown.length === 0 ? [usage.emptyServer] : shown),
            ...(rest > 0 ? [usage.more(rest)] : []),
            ...(all === undefined ? [] : [usage.total(`**${say.money(all, prices.currency)}**`)]),
          ].join('\n'),
        ),
        groupMenu(group, month, words),
        ...buttonRow([
          button('secondary', say.buttons.months[other], 'usage', 'month', `${other}.${group}`),
          button('secondary', say.buttons.csv, 'usage', 'csv', 'all'),
          button('secondary', say.buttons.mine, 'usage', 'mine', 'me'),
        ]),
      ]),
    ],
  };
}

function shownLine(
  { key, amounts }: UsageLine,
  group: UsageGroup,
  prices: LimitsPage['prices'],
  words: Words,
): string {
  const { limits: say, spending } = words;
  const facts = spendingUnits.flatMap((unit) => {
    const amount = amounts[unit];
    if (amount === undefined) return [];
    const shown = spending.amount(unit, amount);
    return [group === 'feature' ? shown : `${spending.things[unit]} ${shown}`];
  });
  const price = priceOfAll(amounts, prices);
  const unit = spendingUnits.find((each) => each === key);
  const name =
    group === 'person'
      ? /^\d+$/.test(key)
        ? `<@${key}>`
        : showAsIs(key, longestKey)
      : unit
        ? spending.things[unit]
        : key;
  return `${name}${marksOf(words.locale).colon}${[...facts, ...(price ? [say.money(price, prices.currency)] : [])].join(' · ')}`;
}

function sumOf(lines: readonly UsageLine[]): UsageLine['amounts'] {
  return Object.assign({}, ...lines.map(({ amounts }) => amounts));
}

function groupMenu(group: UsageGroup, month: UsageMonth, { limits: say }: Words) {
  return menuRow('usage', 'by', month, {
    placeholder: say.menus.by,
    options: usageGroups.map((value) => ({ value, label: say.usage.by[value], default: value === group })),
  });
}
