import { vi } from 'vitest';
import { type LimitAlarm, LimitAlarms, LimitRules } from '../../src/community/limit-rules.ts';
import type { OwnersLimits, Spender } from '../../src/community/limits.ts';
import type { NewsEvent } from '../../src/community/news.ts';
import { OwnerPause, type OwnerPauseRecord } from '../../src/community/owner-pause.ts';
import { Spending } from '../../src/community/spending.ts';
import { type GoingOn, LimitsDesk } from '../../src/limits/desk.ts';
import type { GiveBack } from '../../src/limits/give-back.ts';
import { RepeatedWrites } from '../../src/operations/repeated-writes.ts';
import { type SpendingUnit, spendingUnits } from '../../src/refusal/spending.ts';
import { FakeClock } from './fake-clock.ts';
import { silentLog as log, recordingLog } from './fake-log.ts';
import { FakeMoney } from './fake-money.ts';
import { memorySettings } from './fake-settings.ts';
import { MemoryShelf, WriteFaults } from './memory-shelf.ts';

const none = { perPersonPerDay: 0, perGuildPerDay: 0, perBotPerDay: 0 };

export const nothingGoesOn: GoingOn = { videos: 0, waitingVideos: 0, texts: 0, hasCall: false };

/** The bot's owner limits nothing. */
export const noOwnersLimits = Object.fromEntries(spendingUnits.map((unit) => [unit, none])) as OwnersLimits;

export const guildId = '3000000000000000001';
export const [ada, ben, mod, botOwner] = [
  '2000000000000000001',
  '2000000000000000002',
  '2000000000000000003',
  '2000000000000000004',
] as const;

/** A server's limits with everything that decides about them, on a clock that the test moves. */
export class LimitsWorld {
  readonly clock = new FakeClock(Date.UTC(2026, 0, 15, 12));
  readonly recorded = recordingLog();
  readonly writeFaults = new WriteFaults(() => this.clock.now());
  readonly settings = memorySettings(this.#shelf());
  readonly money = new FakeMoney(undefined, this.writeFaults);
  readonly news: NewsEvent[] = [];
  readonly alarms = this.#shelf<LimitAlarm>();
  readonly giveBacks = this.#shelf<GiveBack>();
  readonly paused = this.#shelf<OwnerPauseRecord>();
  readonly pause = new OwnerPause({ shelf: this.paused, now: () => this.clock.now() });
  /** What Discord says about people; the others joined long ago. */
  readonly spenders = new Map<string, Partial<Spender>>();
  readonly spenderOf = vi.fn(
    async (_: string, userId: string): Promise<Spender> => ({
      ...{ userId, roleIds: [], joinedAt: 0, moderates: false },
      ...this.spenders.get(userId),
    }),
  );
  goingOn: GoingOn = nothingGoesOn;
  readonly owners: OwnersLimits;
  readonly rules: LimitRules;
  readonly desk: LimitsDesk;
  readonly #spendings: Readonly<Record<SpendingUnit, Spending>>;
  #things = 0;

  constructor(owners: Partial<OwnersLimits> = {}) {
    this.owners = { ...noOwnersLimits, ...owners };
    const { clock, settings, pause } = this;
    const { money } = this.money;
    const news = {
      tellNews: (event: NewsEvent) => void this.news.push(event),
      countRefusal: () => undefined,
    };
    this.rules = new LimitRules({
      page: settings.page('limits'),
      owners: this.owners,
      pause,
      onSettings: (changed) => settings.onChange(({ guildId: of }) => changed(of)),
      alarms: new LimitAlarms(this.alarms, money, news, this.recorded.log),
      spenderOf: this.spenderOf,
      clock,
      log,
    });
    const spent = { ...this.money.held(), rules: this.rules };
    const writes = new RepeatedWrites({ clock, log });
    const spendings = spendingUnits.map((unit) => {
      const also = unit === 'video-seconds' ? (['small-video-seconds'] as const) : [];
      return [
        unit,
        new Spending({ unit, also, spent, clock, log, writes, limits: this.owners[unit] }),
      ] as const;
    });
    this.#spendings = Object.fromEntries(spendings) as Record<SpendingUnit, Spending>;
    this.desk = new LimitsDesk({
      goingOnIn: () => this.goingOn,
      page: settings.page('limits'),
      owners: this.owners,
      isOwner: async (userId) => userId === botOwner,
      money,
      giveBacks: this.giveBacks,
      writes,
      pause,
      spenderOf: this.spenderOf,
      leftFor: async (guild, userId) => {
        const left = await Promise.all(spendings.map(async ([, each]) => await each.left(guild, userId)));
        return left.flatMap((each) => each ?? []);
      },
      news,
      clock,
      log,
    });
  }

  #shelf<Value>(): MemoryShelf<Value> {
    return new MemoryShelf<Value>(undefined, this.writeFaults);
  }

  get editor() {
    return { guildId, userId: mod };
  }

  of(unit: SpendingUnit): Spending {
    return this.#spendings[unit];
  }

  entry(userId: string, unit?: SpendingUnit) {
    this.#things += 1;
    return { guildId, userId, id: `thing-${this.#things}`, at: this.clock.now(), unit };
  }

  /** Spends it for good; resolves to what's in the way. */
  async spend(userId: string, amount: number, unit: SpendingUnit = 'video-seconds') {
    const spending = this.of(unit);
    const entry = this.entry(userId);
    const inTheWay = await spending.reserve(entry, amount);
    if (!inTheWay) await spending.settle(entry, amount);
    await this.rules.close();
    return inTheWay;
  }
}
