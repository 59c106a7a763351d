import { showAsIs } from '../../discord/escape.ts';
import { spendingUnits } from '../../refusal/spending.ts';
import type { SettingsDifference } from '../settings-differences.ts';
import type { SettingsPlaceWords } from './settings-places.en.ts';

const mostShown = 5;
const mostCharacters = 60;
const mostOfList = 10;

/** What changed, in a line: the places, and from what to what. */
export function shownDifferences(
  differences: readonly SettingsDifference[],
  words: SettingsPlaceWords,
): string {
  const shown = differences.slice(0, mostShown).map(({ path, before, after }) => {
    const [from, to] = [before, after].map((value) => shownValue(value, path, words) ?? words.nothing);
    return `**${shownPlace(path, words, mention)}**${words.colon}${from} → ${to}`;
  });
  const rest = differences.length - shown.length;
  return [...shown, ...(rest > 0 ? [words.more(rest)] : [])].join(' · ');
}

/** The same places where neither mentions nor marks can be shown, each once. */
export function plainPlaces(differences: readonly SettingsDifference[], words: SettingsPlaceWords): string {
  const plain = (_: string, kind: Kind) =>
    ({ role: words.aRole, person: words.aPerson, channel: words.aChannel })[kind];
  const places = differences.map(({ path }) => shownPlace(path, words, plain).replaceAll('`', ''));
  return [...new Set(places)].join(words.listed);
}

type Kind = 'role' | 'person' | 'channel';

/** Whose ids stand below a place, or in its list. */
const idsBelow: Readonly<Record<string, Kind>> = {
  ...{ roles: 'role', roleId: 'role', people: 'person', blocked: 'person', by: 'person' },
  ...{ channels: 'channel', channelId: 'channel', into: 'channel' },
};

function mention(id: string, kind: Kind): string {
  return { role: `<@&${id}>`, person: `<@${id}>`, channel: `<#${id}>` }[kind];
}

/** Parts that only sort the others. */
const unsaid = ['access', 'amounts', 'news'];

function shownPlace(
  path: readonly string[],
  words: SettingsPlaceWords,
  shownId: (id: string, kind: Kind) => string,
): string {
  const said = path.flatMap((part, index) => {
    const kind = idsBelow[path[index - 1] ?? ''];
    if (kind && isId(part)) return [shownId(part, kind)];
    const isIdNext = idsBelow[part] !== undefined && isId(path[index + 1] ?? '');
    const isSwitch = part === 'on' && index === path.length - 1;
    if (isIdNext || isSwitch || (unsaid.includes(part) && index < path.length - 1)) return [];
    return [partName(path.slice(0, index + 1), words)];
  });
  return said.join(' · ');
}

function partName(path: readonly string[], { parts, things }: SettingsPlaceWords): string {
  const [before = '', part = ''] = [path.at(-2), path.at(-1)];
  const unit = spendingUnits.find((each) => each === part);
  if (unit) return things[unit];
  return ownOf(parts, `${before}.${part}`) ?? ownOf(parts, part) ?? showAsIs(part, mostCharacters);
}

/** Undefined: nothing is there. */
function shownValue(value: unknown, path: readonly string[], words: SettingsPlaceWords): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value ? words.on : words.off;
  if (typeof value === 'number') return shownNumber(value, path, words);
  if (typeof value === 'string') return shownText(value, path, words);
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    const rest = value.length - mostOfList;
    const shown = value.slice(0, mostOfList).map((each) => shownValue(each, path, words) ?? words.nothing);
    return [...shown, ...(rest > 0 ? [words.more(rest)] : [])].join(words.listed);
  }
  const entries = Object.entries(value).flatMap(([name, each]) => {
    const at = [...path, name];
    const shown = shownValue(each, at, words);
    return shown === undefined ? [] : [`${partName(at, words)} ${shown}`];
  });
  return entries.length === 0 ? undefined : entries.join(words.listed);
}

function shownText(value: string, path: readonly string[], { values }: SettingsPlaceWords): string {
  const kind = idsBelow[path.at(-1) ?? ''];
  if (kind && isId(value)) return mention(value, kind);
  return ownOf(values, value) ?? showAsIs(value, mostCharacters);
}

function shownNumber(value: number, path: readonly string[], words: SettingsPlaceWords): string {
  const unit = spendingUnits.find((each) => path.includes(each));
  if (unit) return words.amount(unit, value);
  const counted = { seconds: words.seconds, longestSeconds: words.seconds, maxSeconds: words.seconds };
  const timed = { reviewHours: words.hours, idleMinutes: words.minutes, digestHour: words.oclock };
  const name = path.at(-1) ?? '';
  if (name === 'at') return `<t:${Math.floor(value / 1_000)}:f>`;
  const say = ownOf<(count: string) => string>({ ...counted, ...timed }, name);
  return say ? say(String(value)) : String(value);
}

function isId(text: string): boolean {
  return /^\d{15,25}$/.test(text);
}

/** A name can be anything, such as "constructor". */
function ownOf<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
