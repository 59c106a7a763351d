import { Spending } from '../../../src/community/spending.ts';
import type { Clock } from '../../../src/operations/clock.ts';
import { RepeatedWrites } from '../../../src/operations/repeated-writes.ts';
import type { SpendingUnit } from '../../../src/refusal/spending.ts';
import { CallScene } from '../../support/call-scene.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog as log } from '../../support/fake-log.ts';
import { FakeMoney } from '../../support/fake-money.ts';
import { InterpreterScene } from '../../support/interpreter-scene.ts';
import { KnowledgeWorld, reader } from '../../support/knowledge-world.ts';
import { type LimitsWorld, noOwnersLimits } from '../../support/limits-world.ts';
import { names, SpeechWorld, ada as speaker, guildId as speechGuild } from '../../support/speech-world.ts';
import { guildId, requester, VideoWorld } from '../../support/video-world.ts';

/** One way to something that costs money, with the service's place taken by a fake that counts. */
export interface PaidPath {
  readonly unit: SpendingUnit;
  readonly guildId: string;
  readonly userId: string;
  /** What it takes, and the least of it that lets somebody begin. */
  readonly takes: number;
  readonly least: number;
  /** What stands on the sums afterwards. */
  readonly spends: number;
  open(limits: LimitsWorld): Promise<OpenPath>;
}

export interface OpenPath {
  readonly money: FakeMoney;
  /** Everything of it, until it's over. @throws {Refusal} if it's refused, unless that's told in a channel */
  take(): Promise<void>;
  /** What reached the service. */
  calls(): number;
  close(): Promise<void>;
}

const text = 'Good evening';
const nothing = async () => undefined;

function spendingOf(unit: SpendingUnit, { rules }: LimitsWorld, clock: Clock) {
  const money = new FakeMoney();
  const writes = new RepeatedWrites({ clock, log });
  const spent = { ...money.held(), rules };
  return { money, spending: new Spending({ unit, spent, clock, log, writes, limits: noOwnersLimits[unit] }) };
}

function videoOf(unit: SpendingUnit, model?: string): PaidPath {
  return {
    ...{ unit, guildId, userId: requester },
    ...{ takes: 5, least: 5, spends: 5 },
    open: async ({ rules }) => {
      const world = await VideoWorld.open({}, { rules });
      return {
        money: world.spent,
        take: async () => await world.make({ model }),
        calls: () => world.service.tasks.length,
        close: async () => await world.close(),
      };
    },
  };
}

function speechOf(take: (world: SpeechWorld) => Promise<unknown>, characters = text.length): PaidPath {
  return {
    ...{ unit: 'spoken-characters', guildId: speechGuild, userId: speaker },
    ...{ takes: characters, least: characters, spends: characters },
    open: async ({ rules }) => {
      const world = new SpeechWorld({ rules, charactersPerPersonPerDay: 0, charactersPerGuildPerDay: 0 });
      world.join(speaker);
      return {
        money: world.spent,
        take: async () => {
          await take(world);
          await world.settle();
        },
        calls: () => world.synthesis.tasks.length,
        close: async () => await world.close(),
      };
    },
  };
}

function searchOf(take: (world: KnowledgeWorld) => Promise<unknown>): PaidPath {
  return {
    ...{ unit: 'searches', guildId: reader.guildId, userId: reader.userId },
    ...{ takes: 1, least: 1, spends: 1 },
    open: async (limits) => {
      const { money, spending } = spendingOf('searches', limits, new FakeClock());
      const world = new KnowledgeWorld({ spending });
      return {
        money,
        take: async () => void (await take(world)),
        calls: () => world.library.retrieves.length,
        close: nothing,
      };
    },
  };
}

const live = { unit: 'live-seconds', guildId: 'guild', userId: 'ann', takes: 60, least: 1 } as const;

/** Every one of them. A way that isn't here isn't proved to be limited. */
export const paidPaths: Readonly<Record<string, PaidPath>> = {
  'a video': videoOf('video-seconds'),
  'a video of a small model': videoOf('small-video-seconds', 'gen2.2-t2v-plus'),
  'a text that is read': speechOf(async (world) => await world.say(speaker, text)),
  'a text as a file': speechOf(
    async (world) =>
      await world.desk.file(world.order(speaker), { text, names, format: 'mp3', maxBytes: 10_000_000 }),
  ),
  'a message in a channel that is read': speechOf(
    async (world) => {
      await world.readAloud();
      world.write(speaker, text);
    },
    `person ${speaker.at(-1)} says: ${text}`.length,
  ),
  'a conversation': {
    ...live,
    spends: 10,
    open: async (limits) => {
      const clock = new FakeClock();
      const { money, spending } = spendingOf('live-seconds', limits, clock);
      const scene = new CallScene({ parts: { spending }, clock });
      return {
        money,
        take: async () => {
          await scene.start();
          await clock.advance(10_000);
          await scene.call.stop();
        },
        calls: () => scene.service.sessions.length,
        close: nothing,
      };
    },
  },
  'an interpreter': {
    ...live,
    spends: 0,
    open: async (limits) => {
      const clock = new FakeClock();
      const { money, spending } = spendingOf('live-seconds', limits, clock);
      const scene = new InterpreterScene({ parts: { spending }, clock });
      return {
        money,
        take: async () => {
          await scene.start();
          void scene.interpretation.stop();
          await clock.advance(30_000);
        },
        calls: () => (scene.rooms.leases.length > 0 ? 1 : 0),
        close: nothing,
      };
    },
  },
  'a question': searchOf(async (world) => await world.desk.answers.ask(reader, 'who may post?', undefined)),
  'a question in a call or by a mention': searchOf(
    async (world) => await world.desk.answers.findForAll(reader, [], 'who may post?'),
  ),
};
