import { describe, expect, it } from 'vitest';
import { type LimitAmount, newcomerMs, type Spender } from '../../../src/community/limits.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { botOwner, LimitsWorld } from '../../support/limits-world.ts';
import { type PaidPath, paidPaths } from './paid-paths.ts';

const role = '4000000000000000001';

const people: Readonly<Record<string, (now: number) => Partial<Spender>>> = {
  'a member': () => ({}),
  'a newcomer': (now) => ({ joinedAt: now - newcomerMs + 1 }),
  'someone with a role': () => ({ roleIds: [role] }),
  'a moderator who just joined': (now) => ({ joinedAt: now, moderates: true }),
};
type Who = keyof typeof people;

interface Setting {
  readonly set: (world: LimitsWorld, path: PaidPath) => Promise<unknown>;
  /** Who is refused; without it: nobody. */
  readonly refuses?: (who: Who, path: PaidPath) => boolean;
  readonly code?: 'spending-paused';
}

type Subject = Parameters<LimitsWorld['desk']['setLimit']>[1];
const limit =
  (
    subject: Subject | 'person',
    amounts: (path: PaidPath) => { readonly day?: LimitAmount; readonly month?: LimitAmount },
  ): Setting['set'] =>
  async (world, path) =>
    await world.desk.setLimit(
      editorOf(path),
      subject === 'person' ? { is: 'person', id: path.userId } : subject,
      path.unit,
      amounts(path),
    );
const editorOf = ({ guildId }: PaidPath) => ({ guildId, userId: 'mod' });
const none = () => ({ day: 0 });
const everyone = { is: 'everyone' } as const;
const ofRole = { is: 'role', id: role } as const;
/** Newcomers make no videos until moderators say otherwise. */
const isUsual = (who: Who, { unit }: PaidPath) => who === 'a newcomer' && unit.endsWith('video-seconds');
const all = () => true;
const both =
  (...sets: Setting['set'][]): Setting['set'] =>
  async (world, path) => {
    for (const set of sets) await set(world, path);
  };
const lift: Setting['set'] = async (world, path) => await world.desk.switchLifting(editorOf(path), ofRole);
const freeNewcomers = limit({ is: 'newcomers' }, () => ({}));

const settings: Readonly<Record<string, Setting>> = {
  'nothing was decided': { set: async () => undefined, refuses: isUsual },
  'everyone has none': { set: limit(everyone, none), refuses: all },
  'everyone has none this month': { set: limit(everyone, () => ({ month: 0 })), refuses: all },
  'newcomers have none': {
    set: limit({ is: 'newcomers' }, none),
    refuses: (who) => who === 'a newcomer',
  },
  'the role has none': {
    set: limit(ofRole, none),
    refuses: (who, path) => who === 'someone with a role' || isUsual(who, path),
  },
  'only the role has any': {
    set: both(
      limit(everyone, none),
      limit(ofRole, () => ({ day: 'unlimited' })),
      lift,
    ),
    refuses: (who) => who !== 'someone with a role',
  },
  'this person has none': { set: limit('person', none), refuses: all },
  'the server has none': { set: limit({ is: 'server' }, none), refuses: all },
  'the server has none this month': { set: limit({ is: 'server' }, () => ({ month: 0 })), refuses: all },
  'one too little is left': {
    set: both(
      limit(everyone, ({ least }) => ({ day: least - 1 })),
      freeNewcomers,
    ),
    refuses: all,
  },
  'just enough is left': {
    set: both(
      limit(everyone, ({ takes }) => ({ day: takes, month: takes })),
      freeNewcomers,
    ),
  },
  'everything is unlimited': {
    set: both(
      limit(everyone, () => ({ day: 'unlimited', month: 'unlimited' })),
      limit({ is: 'server' }, () => ({ day: 'unlimited', month: 'unlimited' })),
      freeNewcomers,
    ),
  },
  'the server is paused': {
    set: async (world, path) => await world.desk.pauseServer(editorOf(path)),
    refuses: all,
    code: 'spending-paused',
  },
  'everything is paused': {
    set: async (world) => await world.desk.pauseEverything(botOwner, true),
    refuses: all,
    code: 'spending-paused',
  },
};

const cells = Object.keys(settings).flatMap((setting) =>
  Object.keys(people).map((who) => [setting, who] as const),
);

describe.each(Object.entries(paidPaths))('%s', (_, path) => {
  it.each(cells)(
    'when %s, for %s: refused before the service hears of it, or charged once',
    async (named, who) => {
      const limits = new LimitsWorld();
      const setting = settings[named];
      if (!setting) throw new Error(named);
      limits.spenders.set(path.userId, people[who]?.(limits.clock.now()) ?? {});
      await setting.set(limits, path);
      const open = await path.open(limits);
      try {
        const refused = await open.take().then(
          () => undefined,
          (error: unknown) => {
            if (error instanceof Refusal) return error.facts.code;
            throw error;
          },
        );
        const { unit, guildId, userId } = path;
        const sums = [{ guildId, userId }, { guildId }, {}].map((whose) =>
          open.money.spent({ unit, ...whose }),
        );
        if (setting.refuses?.(who, path)) {
          expect([undefined, setting.code ?? 'quota-spent']).toContain(refused);
          expect([open.calls(), ...sums]).toEqual([0, 0, 0, 0]);
        } else {
          expect(refused).toBeUndefined();
          expect([open.calls(), ...sums]).toEqual([1, path.spends, path.spends, path.spends]);
        }
        expect(open.money.reservations.filter(({ settled }) => settled === 0)).toEqual([]);
      } finally {
        await open.close();
        await limits.rules.close();
      }
    },
  );
});
