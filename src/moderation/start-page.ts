import type { APIComponentInContainer } from 'discord.js';
import { gatedFeatures, type ServerPages } from '../community/settings-pages.ts';
import { button, buttonRow } from '../discord/layout.ts';
import type { ChannelCheck } from '../discord/needed-permissions.ts';
import { marksOf } from '../language/marks.ts';
import type { Words } from '../words/index.ts';
import type { WorstDay } from './settings-desk.ts';

const mostChannels = 6;

/** What turns everything on at once, while nothing is. */
export function setUpControls(
  settings: ServerPages & { readonly revision: number },
  words: Words,
): readonly APIComponentInContainer[] {
  const { start } = words.settings;
  if (!isNothingOn(settings)) return [];
  const press = (tone: 'primary' | 'secondary', label: string, reviewed: boolean) =>
    button(tone, label, 'settings', 'turn-on', `${settings.revision}.${reviewed}`);
  return buttonRow([press('primary', start.turnOnReviewed, true), press('secondary', start.turnOn, false)]);
}

export function isNothingOn({ access }: ServerPages): boolean {
  return gatedFeatures.every((feature) => !access[feature].on);
}

/** What an empty server's moderators see first: whether the bot may do what it needs to, and what a day can cost. */
export function startLines(
  checks: readonly ChannelCheck[],
  worstDay: WorstDay,
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
  return [
    ...(lacking.length === 0 ? [start.allThere(checks.length)] : shown),
    ...(rest > 0 ? [start.more(rest)] : []),
    ...costLines(worstDay, words),
  ];
}

/** What a day can cost, before anything is switched on. */
function costLines(day: WorstDay, { settings: { start }, spending, news, limits, locale }: Words): string[] {
  const { worst, videosTogether, money, currency, unpriced } = day;
  const shown = worst.flatMap(({ unit, most }) => {
    if (videosTogether !== undefined && unit === 'small-video-seconds') return [];
    return [{ unit, most: videosTogether !== undefined && unit === 'video-seconds' ? videosTogether : most }];
  });
  const amounts = shown.flatMap(({ unit, most }) =>
    most === 'unlimited' || most === 0 ? [] : [spending.all(unit, most)],
  );
  const endless = shown.flatMap(({ unit, most }) => (most === 'unlimited' ? [spending.thing(unit)] : []));
  const { listed } = marksOf(locale);
  const without = unpriced.map((unit) => spending.thing(unit)).join(listed);
  return [
    amounts.length > 0 ? start.worst(amounts.join(news.and)) : endless.length > 0 ? '' : start.worstNothing,
    endless.length > 0 ? start.unlimited(endless.join(listed)) : '',
    money === undefined
      ? `-# ${start.noPrices}`
      : money === 'unlimited'
        ? start.moneyUnlimited
        : start.money(limits.money(money, currency)),
    money !== undefined && without !== '' ? `-# ${limits.preview.unpriced(without)}` : '',
  ].filter((line) => line !== '');
}
