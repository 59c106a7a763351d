import { showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, liveTime, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import {
  type CollectionName,
  collectionNames,
  isCollectionName,
  type Keeping,
  keptCollections,
  keptElsewhere,
  keptForMs,
} from '../storage/kept.ts';
import type { Words } from '../words/index.ts';
import { type ErasureProof, sumOf } from './erasure.ts';
import type { OwnData } from './personal-data.ts';

const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;
const mostConsents = 10;
const mostTerms = 10;
const longestName = 100;

/** What the bot's owner chose. */
export interface KeepingChosen {
  readonly keepDays: number;
  readonly videoKeepHours: number;
}

/** How long something is kept, in words. */
export function lastsFor(keeps: Keeping, chosen: KeepingChosen, { privacy: say }: Words): string {
  if (keeps.is === 'video-hours') return say.lasts.time(say.hours(chosen.videoKeepHours));
  if (keeps.is === 'back-ups') return say.lasts.done;
  if (keeps.is !== 'days' && keeps.is !== 'time') return say.lasts[keeps.is];
  const ms = keptForMs(keeps, chosen) ?? 0;
  const time = ms < dayMs ? say.hours(Math.ceil(ms / hourMs)) : say.days(Math.ceil(ms / dayMs));
  return say.lasts[keeps.is](time);
}

export interface PrivacyPageFacts {
  /** Whose it is, and whether they're looking themselves. */
  readonly userId: string;
  readonly own: boolean;
  readonly data: OwnData;
  readonly neverHeardSince: number | undefined;
  readonly neverWrittenSince: number | undefined;
  readonly textsKeptSince: number | undefined;
  readonly serverName: (guildId: string) => string | undefined;
  readonly guildId: string;
  readonly region: keyof Words['call']['regions'];
  readonly chosen: KeepingChosen;
}

/** Everything on one screen. */
export function renderPrivacy(facts: PrivacyPageFacts, words: Words): MessageBody {
  const { userId, own, neverHeardSince, neverWrittenSince, textsKeptSince, region } = facts;
  const { privacy: say } = words;
  const listening =
    neverHeardSince === undefined ? say.listening : say.neverListening(liveTime(neverHeardSince, 'f'));
  const rows = keptRows(facts, words).join('\n');
  // What's said to "you" isn't about someone else.
  const others = [say.titleOf(`<@${userId}>`), rows];
  const mine = () => [
    say.title,
    [
      listening,
      ...(neverWrittenSince === undefined ? [] : [say.neverWriting(liveTime(neverWrittenSince, 'f'))]),
      ...(textsKeptSince === undefined ? [] : [say.keepingTexts(liveTime(textsKeptSince, 'f'))]),
    ].join('\n'),
    [say.keeps, rows].join('\n'),
    [say.agreed, ...consentRows(facts, words)].join('\n'),
    [say.goes, say.toService(words.call.regions[region]), say.toDiscord].join('\n'),
    `-# ${say.notKept}`,
  ];
  const sections = own ? mine() : others;
  return { components: [container([...sections.map(text), ...buttonRow(buttonsFor(facts, words))])] };
}

function buttonsFor(
  { userId, own, neverHeardSince, neverWrittenSince, textsKeptSince }: PrivacyPageFacts,
  { privacy: { buttons } }: Words,
) {
  const hearing = neverHeardSince === undefined ? ('never' as const) : ('listen' as const);
  const writing = neverWrittenSince === undefined ? ('unwritten' as const) : ('written' as const);
  const keeping = textsKeptSince === undefined ? ('keep-texts' as const) : ('drop-texts' as const);
  return [
    ...(own
      ? [
          button('primary', buttons[hearing], 'privacy', hearing, 'me'),
          button('secondary', buttons[writing], 'privacy', writing, 'me'),
          button('secondary', buttons[keeping], 'privacy', keeping, 'me'),
        ]
      : []),
    button('secondary', own ? buttons.data : buttons.dataOf, 'privacy', 'data', userId),
    button('danger', own ? buttons.forget : buttons.forgetThem, 'privacy', 'forget', userId),
  ];
}

function keptRows({ data, guildId, chosen, own }: PrivacyPageFacts, words: Words): readonly string[] {
  const { privacy: say } = words;
  const counts = new Map<CollectionName, number>();
  for (const { collection } of data.records)
    if (isCollectionName(collection)) counts.set(collection, (counts.get(collection) ?? 0) + 1);
  const rows = Array.from(counts, ([name, count]) =>
    say.row(
      count === 1 ? say.kept[name] : say.times(say.kept[name], count),
      lastsFor(keptCollections[name].keeps, chosen, words),
    ),
  );
  if (data.sums.length > 0)
    rows.push(say.row(say.places.spending, lastsFor(keptElsewhere.spending.keeps, chosen, words)));
  if (data.mentions.length > 0) rows.push(`- ${say.named(data.mentions.length)}`);
  const terms = [...new Set(data.namedIn.filter((each) => each.guildId === guildId).map(({ term }) => term))];
  if (terms.length > 0)
    rows.push(
      `- ${say.terms(
        terms
          .slice(0, mostTerms)
          .map((term) => showAsIs(term, longestName))
          .join(', '),
      )}`,
    );
  return rows.length > 0 ? rows : [own ? say.nothing : say.nothingOf];
}

function consentRows({ data, serverName }: PrivacyPageFacts, { privacy: say }: Words): readonly string[] {
  const rows = data.records.flatMap(({ collection, id, value }) => {
    const [kind = '', guildId = ''] = id.split('/');
    if (collection !== 'consents' || (kind !== 'conversation' && kind !== 'interpreter')) return [];
    const at = typeof value === 'object' && value && 'at' in value ? Number(value.at) : 0;
    const name = serverName(guildId);
    return say.consents[kind](
      name === undefined ? say.otherServer : `**${showAsIs(name, longestName)}**`,
      liveTime(at, 'f'),
    );
  });
  return rows.length > 0 ? rows.slice(0, mostConsents) : [say.agreedToNothing];
}

/** Asks once. */
export function renderSure(userId: string, data: OwnData, { privacy: say }: Words): MessageBody {
  const sentence = say.sure(`<@${userId}>`, data.records.length);
  const sure = button('danger', say.buttons.forgetNow, 'privacy', 'forget-now', userId);
  return { components: [container([text(sentence), ...buttonRow([sure])])] };
}

/** What became of every collection, and of what isn't one. */
export function renderProof(userId: string, proof: ErasureProof, { privacy: say }: Words): MessageBody {
  const { proof: told } = say;
  const empty = collectionNames.filter((name) => !proof.deleted.has(name) && !proof.unnamed.has(name));
  const rows = collectionNames.flatMap((name) => {
    const [deleted = 0, unnamed = 0] = [proof.deleted.get(name), proof.unnamed.get(name)];
    return [
      ...(deleted > 0 ? [told.deleted(say.kept[name], deleted)] : []),
      ...(unnamed > 0 ? [told.unnamed(say.kept[name], unnamed)] : []),
    ];
  });
  const { logGoneBy, copiesGoneBy } = proof;
  const elsewhere = [
    ...(proof.renamedSums > 0 ? [told.sums] : []),
    told.files,
    ...(logGoneBy === undefined ? [] : [told.log(liveTime(logGoneBy))]),
    copiesGoneBy === undefined ? told.noCopies : told.copies(liveTime(copiesGoneBy, 'f')),
    told.backUps,
    told.blocks,
    told.service,
  ];
  const sections = [
    told.title(`<@${userId}>`),
    ...(proof.complete ? [] : [told.partly]),
    ...(proof.everywhere ? [] : [told.notEverywhere]),
    ...(sumOf(proof.deleted) + sumOf(proof.unnamed) > 0 ? [rows.join('\n')] : []),
    told.none(empty.map((name) => say.kept[name]).join(' · ')),
    elsewhere.map((each) => `- ${each}`).join('\n'),
  ];
  return { components: [container(sections.map(text))] };
}
