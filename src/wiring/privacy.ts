import { consentIndex, consentSchema } from '../community/consent.ts';
import { BotOwners } from '../discord/bot-owners.ts';
import { PrivacyDesk, type PrivacyParts } from '../privacy/desk.ts';
import { Erasure, erasureSchema } from '../privacy/erasure.ts';
import type { NamedIn } from '../privacy/personal-data.ts';
import { backUpsIn } from '../storage/back-ups.ts';
import { keptElsewhere, keptForMs } from '../storage/kept.ts';
import { nobodys } from '../storage/record-index.ts';
import type { SharedParts } from './parts.ts';

/** A feature that holds something of people in memory or in files. */
interface Forgetful {
  forget(userId: string): Promise<void> | void;
}

export function privacyDesk(
  parts: SharedParts,
  {
    forgetful,
    keptTexts,
    calls,
  }: {
    readonly forgetful: readonly Forgetful[];
    readonly keptTexts: PrivacyParts['keptTexts'];
    readonly calls: readonly { dropPerson(userId: string): Promise<void> }[];
  },
): PrivacyDesk {
  const { config, log, clock, store, client, settings, neverHeard, neverWritten, inHand } = parts;
  const { keepDays } = config;
  const owners = new BotOwners(client);
  const erasure = new Erasure({
    store,
    erasures: store.collection('erasures', erasureSchema, nobodys),
    inHand,
    clock,
    log,
    copiesGoneAt: () => copiesGoneAt(parts),
    features: [settings, ...forgetful].map((feature) => async (userId) => await feature.forget(userId)),
  });
  const desk = new PrivacyDesk({
    store,
    erasure,
    neverHeard,
    neverWritten,
    keptTexts,
    consents: store.collection('consents', consentSchema, consentIndex),
    stopHearing: calls.map((desk) => async (userId) => await desk.dropPerson(userId)),
    isOwner: async (userId) => await owners.isOwner(userId),
    namedIn: async (userId) => await wordListsWith(parts, userId),
    region: config.service.region,
    keepDays,
    videoKeepHours: config.video.keepMs / 3_600_000,
    clock,
  });
  store.elsewhere.onForgotten(async (userId) => await desk.forgetHere(userId));
  return desk;
}

/** Copies go by their age; back-ups when as many newer ones are there as are kept. */
function copiesGoneAt({ config, store }: SharedParts): readonly number[] {
  const keptMs = keptForMs(keptElsewhere.copies.keeps, config) ?? 0;
  const backUpMs = keptForMs(keptElsewhere['back-ups'].keeps, config) ?? 0;
  return [
    ...store.copies().map(({ madeAt }) => madeAt + keptMs),
    ...backUpsIn(config.operations.backUps.folder).map(({ madeAt }) => madeAt + backUpMs),
  ];
}

/** Word lists of servers where the bot knows the person's name, with that name in them. */
async function wordListsWith({ client, settings }: SharedParts, userId: string): Promise<readonly NamedIn[]> {
  const found: NamedIn[] = [];
  for (const [guildId, guild] of client.guilds.cache) {
    const member = guild.members.cache.get(userId);
    if (!member) continue;
    const { displayName, user } = member;
    const names = new Set(
      [displayName, user.username, user.globalName ?? ''].map((name) => name.toLowerCase()),
    );
    names.delete('');
    const isTheirs = (term: string) => names.has(term.toLowerCase());
    const { interpreter, speech } = await settings.read(guildId);
    for (const { term, heard } of interpreter.terms)
      if ([term, ...heard].some(isTheirs)) found.push({ guildId, list: 'glossary', term });
    for (const { word } of speech.pronunciations)
      if (isTheirs(word)) found.push({ guildId, list: 'pronunciations', term: word });
  }
  return found;
}
