import type { ChannelCheck } from '../discord/needed-permissions.ts';
import type { Words } from '../words/index.ts';
import type { WorstCase } from './settings-desk.ts';

const mostChannels = 6;

/** What an empty server's moderators see first: whether the bot may do what it needs to, and what a day can cost. */
export function startLines(
  checks: readonly ChannelCheck[],
  worst: readonly WorstCase[],
  money: string | undefined,
  words: Words,
): readonly string[] {
  const { start } = words.settings;
  const { permissions, permissionReasons } = words.errors;
  const lacking = checks.filter(({ missing }) => missing.length > 0);
  const shown = lacking.slice(0, mostChannels).map(({ channelId, missing }) => {
    const names = missing.map(({ permission }) => permissions[permission] ?? permission);
    const reasons = [...new Set(missing.map(({ reason }) => permissionReasons[reason]))];
    return start.missing(channelId, names.join(words.news.and), reasons.join(words.news.and));
  });
  const rest = lacking.length - shown.length;
  const amounts = worst.map(({ unit, most }) =>
    most === 'unlimited' ? start.unlimited(words.spending.thing(unit)) : words.spending.all(unit, most),
  );
  return [
    ...(lacking.length === 0 ? [start.allThere(checks.length)] : shown),
    ...(rest > 0 ? [start.more(rest)] : []),
    ...(amounts.length > 0 ? [`${start.worst(amounts.join(words.news.and))}`] : []),
    ...(money === undefined ? [`-# ${start.noPrices}`] : [start.money(money)]),
  ];
}
