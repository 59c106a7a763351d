import { expect, it } from 'vitest';
import { FeatureGate, type FeatureUse } from '../../../src/community/feature-access.ts';
import { type AccessPage, gatedFeatures } from '../../../src/community/settings-pages.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { memorySettings } from '../../support/fake-settings.ts';
import { refusalCode, rejection } from '../../support/rejection.ts';

const guildId = '1';
const use: FeatureUse = {
  feature: 'video',
  guildId,
  userId: '100',
  roleIds: [],
  isModerator: false,
  channelIds: ['general', 'category'],
};

async function decided(change: (before: AccessPage) => AccessPage) {
  const page = memorySettings().page('access');
  await page.change({ guildId, userId: '7' }, change);
  return new FeatureGate(page);
}

async function refused(gate: FeatureGate, changes: Partial<FeatureUse>): Promise<unknown> {
  if (await gate.mayUse({ ...use, ...changes })) return undefined;
  const { facts } = await rejection(gate.assertMayUse({ ...use, ...changes }), Refusal);
  return facts.code;
}

const whos = [
  { who: 'member', roleIds: [], isModerator: false },
  { who: 'with the role', roleIds: ['artists'], isModerator: false },
  { who: 'moderator', roleIds: [], isModerator: true },
] as const;
const wheres = [
  { where: 'there', channelIds: ['thread', 'videos', 'category'] },
  { where: 'elsewhere', channelIds: ['general'] },
] as const;

/** Every combination of settings, people and places, against one sentence for each. */
const cases = [true, false].flatMap((on) =>
  [true, false].flatMap((forRole) =>
    [true, false].flatMap((inChannel) =>
      [true, false].flatMap((isBlocked) =>
        whos.flatMap((who) =>
          wheres.map((where) => ({ on, forRole, inChannel, isBlocked, ...who, ...where })),
        ),
      ),
    ),
  ),
);

it.each(gatedFeatures)(
  'lets those use %s whom its settings let in, and says what is in the way',
  async (feature) => {
    expect(cases).toHaveLength(96);
    for (const each of cases) {
      const gate = await decided((before) => ({
        ...before,
        [feature]: {
          on: each.on,
          roles: each.forRole ? ['artists'] : [],
          channels: each.inChannel ? ['videos'] : [],
          blocked: each.isBlocked ? [use.userId] : [],
        },
      }));
      const expected = !each.on
        ? 'feature-off'
        : each.isBlocked
          ? 'feature-blocked'
          : each.forRole && each.who === 'member'
            ? 'feature-roles'
            : each.inChannel && each.where === 'elsewhere'
              ? 'feature-channels'
              : undefined;
      const { roleIds, isModerator, channelIds } = each;
      expect(await refused(gate, { feature, roleIds, isModerator, channelIds }), JSON.stringify(each)).toBe(
        expected,
      );
      const other = gatedFeatures.find((name) => name !== feature) ?? 'speech';
      expect(await refused(gate, { feature: other, roleIds, isModerator, channelIds })).toBeUndefined();
    }
  },
);

it('finds blocked words as words, in any case and width, in scripts without spaces anywhere', async () => {
  const gate = await decided((before) => ({ ...before, words: ['Spam', 'buy now', '违禁'] }));
  for (const text of ['some SPAM here', 'buy   NOW!', 'ｓｐａｍ', '这是违禁词']) {
    expect(await refused(gate, { texts: ['fine', text] }), text).toBe('words-blocked');
    expect(await refusalCode(gate.assertWords(guildId, [text]))).toBe('words-blocked');
  }
  for (const text of ['spamalot', 'buy it now', '', 'nothing'])
    expect(await refused(gate, { texts: [text] }), text).toBeUndefined();
});

it('lets nobody decide by a page that could not be read', async () => {
  const failure = new Error('the disk is gone');
  const gate = new FeatureGate({ of: async () => await Promise.reject(failure) });
  await expect(gate.mayUse(use)).rejects.toBe(failure);
});
