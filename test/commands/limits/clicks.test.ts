import { beforeAll, expect, it } from 'vitest';
import type { LimitSubject } from '../../../src/community/limits.ts';
import { renderLimits } from '../../../src/limits/panel-page.ts';
import { subjectId } from '../../../src/limits/subject.ts';
import { type SpendingUnit, spendingUnits } from '../../../src/refusal/spending.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { AuthorityStage, type Outcome } from '../../support/authority-stage.ts';
import { nothingGoesOn } from '../../support/limits-world.ts';

let stage: AuthorityStage;
beforeAll(async () => {
  stage = await AuthorityStage.open(() => undefined);
  return async () => await stage[Symbol.asyncDispose]();
});

const role = '400000000000000001';
const person = '200000000000000001';
const subjects: readonly LimitSubject[] = [
  { is: 'everyone' },
  { is: 'newcomers' },
  { is: 'server' },
  { is: 'role', id: role },
  { is: 'person', id: person },
];

/** What the panel shows of a subject. */
async function panelOf(subject: LimitSubject): Promise<string> {
  const { limits, discord } = stage;
  const page = await limits.limitsIn(discord.guildId);
  const view = {
    page,
    owners: limits.owners,
    subject,
    isEverythingPaused: false,
    isOwner: false,
    goingOn: nothingGoesOn,
  };
  return JSON.stringify(renderLimits(view, wordsFor('en-US')));
}

async function enter(id: string, day: string, month = 'default'): Promise<Outcome> {
  const own = `limits:set:${id}.${stage.personId('owner')}.${stage.discord.guildId}`;
  return await stage.submit('owner', 'open', own, { day, month });
}

const limitsNow = async () => await stage.limits.limitsIn(stage.discord.guildId);

it.each(subjects.flatMap((subject) => spendingUnits.map((unit) => [subject.is, unit, subject] as const)))(
  'the limit of %s in %s is at most two clicks from /limits',
  async (_is, unit, subject) => {
    const { text: first } = await stage.command('owner', 'open', 'limits');
    const isShared = subject.is !== 'role' && subject.is !== 'person';
    // The panel begins with everyone; the others are one choice away.
    const choices = subject.is === 'everyone' ? [] : [`limits:${isShared ? 'whose' : subject.is}:which`];
    for (const menu of choices) expect(first).toContain(menu);
    const button = `limits:edit:${subjectId(subject)}.${unit}`;
    expect(choices.length === 0 ? first : await panelOf(subject)).toContain(button);
    expect(choices.length + 1).toBeLessThanOrEqual(2);
    const { modal } = await stage.press('owner', 'open', button);
    const fields = JSON.stringify(modal);
    expect(fields).toContain('"custom_id":"day"');
    expect(fields).toContain('"custom_id":"month"');
  },
);

it('a contradiction is not saved until that is pressed', async () => {
  await enter('everyone.live-seconds', '100', '50');
  expect((await limitsNow()).everyone).toEqual({});
  await stage.press('owner', 'open', 'limits:save-anyway:everyone.live-seconds.6000.3000');
  expect((await limitsNow()).everyone).toEqual({ 'live-seconds': { day: 6_000, month: 3_000 } });
});

it.each(['', '-5', '1.5', 'lots', '999999999999', '1e5'])(
  'what is no limit (%j) is refused with what to enter, and changes nothing',
  async (typed) => {
    const before = await limitsNow();
    const told = await enter('server.searches', typed);
    expect(told.text).toContain('unlimited');
    expect(await limitsNow()).toEqual(before);
  },
);

it.each<[typed: string, id: 'server' | 'newcomers', unit: SpendingUnit, amount: number | string | undefined]>(
  [
    ['unlimited', 'server', 'searches', 'unlimited'],
    ['不限', 'server', 'searches', 'unlimited'],
    ['1,000', 'server', 'searches', 1_000],
    ['０', 'newcomers', 'searches', 0],
    ['45', 'newcomers', 'live-seconds', 2_700],
    ['default', 'newcomers', 'video-seconds', undefined],
    ['默认', 'newcomers', 'small-video-seconds', undefined],
  ],
)('%j is understood in any language', async (typed, id, unit, amount) => {
  await enter(`${id}.${unit}`, typed);
  expect((await limitsNow())[id][unit]?.day).toEqual(amount);
});
