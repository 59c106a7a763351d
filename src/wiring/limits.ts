import type { Client } from 'discord.js';
import type { Logger } from 'pino';
import { LimitAlarms, LimitRules, limitAlarmSchema } from '../community/limit-rules.ts';
import type { OwnersLimits } from '../community/limits.ts';
import type { News } from '../community/news.ts';
import { OwnerPause, ownerPauseSchema } from '../community/owner-pause.ts';
import type { ServerSettings } from '../community/server-settings.ts';
import { Spending } from '../community/spending.ts';
import type { Config } from '../config/config.ts';
import { standingOf } from '../discord/actor.ts';
import { BotOwners } from '../discord/bot-owners.ts';
import { FreshMembers } from '../discord/fresh-members.ts';
import { LimitsDesk, type LimitsDeskParts } from '../limits/desk.ts';
import { giveBackIndex, giveBackSchema } from '../limits/give-back.ts';
import type { Clock } from '../operations/clock.ts';
import { RepeatedWrites } from '../operations/repeated-writes.ts';
import { type SpendingUnit, spendingUnits } from '../refusal/spending.ts';
import type { KeptStore } from '../storage/kept.ts';
import { asWritten, nobodys } from '../storage/record-index.ts';
import type { SharedParts } from './parts.ts';

interface LimitParts {
  readonly config: Config;
  readonly store: KeptStore;
  readonly settings: ServerSettings;
  readonly client: Client;
  readonly news: News;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What counts for whom. It's open once it resolves. */
export async function limitRules({ config, store, settings, client, news, clock, log }: LimitParts) {
  const pause = new OwnerPause({
    shelf: store.collection('owner-pause', ownerPauseSchema, nobodys),
    now: () => clock.now(),
  });
  store.elsewhere.onWrite('owner-pause', async () => await pause.readAgain());
  await pause.open();
  const members = new FreshMembers({ client, clock, log });
  const shelf = store.collection('limit-alarms', limitAlarmSchema, asWritten);
  const rules = new LimitRules({
    page: settings.page('limits'),
    owners: ownersLimits(config),
    pause,
    onSettings: (changed) => settings.onChange(({ guildId }) => changed(guildId)),
    alarms: new LimitAlarms(shelf, store.atomic.money, news, log),
    spenderOf: async (guildId, userId) => standingOf(userId, await members.knownOrFresh(guildId, userId)),
    clock,
    log,
  });
  return { rules, pause };
}

/** What the bot's owner allows, as the settings say. */
export function ownersLimits({
  video,
  speech,
  conversation,
}: Pick<Config, 'video' | 'speech' | 'conversation'>): OwnersLimits {
  const videos = {
    perPersonPerDay: video.secondsPerPersonPerDay,
    perGuildPerDay: video.secondsPerGuildPerDay,
    perBotPerDay: video.secondsPerBotPerDay,
  };
  return {
    'video-seconds': videos,
    'small-video-seconds': videos,
    'spoken-characters': {
      perPersonPerDay: speech.charactersPerPersonPerDay,
      perGuildPerDay: speech.charactersPerGuildPerDay,
      perBotPerDay: speech.charactersPerBotPerDay,
    },
    'live-seconds': {
      perPersonPerDay: conversation.secondsPerPersonPerDay,
      perGuildPerDay: conversation.secondsPerGuildPerDay,
      perBotPerDay: conversation.secondsPerBotPerDay,
    },
    searches: { perPersonPerDay: 0, perGuildPerDay: 0, perBotPerDay: 0 },
  };
}

export function limitsDesk(parts: SharedParts, needs: Pick<LimitsDeskParts, 'goingOnIn'>): LimitsDesk {
  const { config, settings, spent, store, client, news, limits, clock, log, signal } = parts;
  const owners = new BotOwners(client);
  const owned = ownersLimits(config);
  const writes = new RepeatedWrites({ clock, log, signal });
  const spendings = spendingUnits.map((unit) => {
    const also = unitsTogether.get(unit) ?? [];
    return new Spending({ unit, also, spent, clock, log, writes, limits: owned[unit] });
  });
  return new LimitsDesk({
    page: settings.page('limits'),
    owners: owned,
    isOwner: async (userId) => await owners.isOwner(userId).catch(() => false),
    money: spent.money,
    giveBacks: store.collection('give-backs', giveBackSchema, giveBackIndex),
    writes,
    pause: limits.pause,
    spenderOf: async (guildId, userId) => await limits.rules.spenderOf(guildId, userId),
    leftFor: async (guildId, userId) => {
      const left = await Promise.all(spendings.map(async (spending) => await spending.left(guildId, userId)));
      return left.flatMap((allowance) => allowance ?? []);
    },
    ...needs,
    news,
    clock,
    log,
  });
}

/** The owner's limit is on both kinds of videos together. */
const unitsTogether = new Map<SpendingUnit, readonly SpendingUnit[]>([
  ['video-seconds', ['small-video-seconds']],
  ['small-video-seconds', ['video-seconds']],
]);
