import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serverSettingsSchema } from '../../../src/community/settings-pages.ts';
import { plainPlaces, shownDifferences } from '../../../src/community/words/shown-differences.ts';
import { languages } from '../../../src/language/languages.ts';
import { wordsFor } from '../../../src/words/index.ts';

const role = '111111111111111111';
const person = '222222222222222222';
const channel = '333333333333333333';
const english = wordsFor('en-US').news.places;

/** Every place of a server's settings. Below a record is one made-up id. */
function placesIn(schema: z.core.JSONSchema.BaseSchema, path: readonly string[] = []): string[][] {
  const own = Object.entries(schema.properties ?? {});
  const below = schema.additionalProperties;
  const further = typeof below === 'object' ? [[keyBelow(path), below] as const] : [];
  const all = [...own, ...further];
  const items = schema.items as z.core.JSONSchema.BaseSchema | undefined;
  if (all.length === 0) return items?.properties ? placesIn(items, path) : [[...path]];
  return all.flatMap(([name, each]) =>
    typeof each === 'object' ? placesIn(each, [...path, name]) : [[...path, name]],
  );
}

function keyBelow(path: readonly string[]): string {
  const kinds: Readonly<Record<string, string>> = { roles: role, people: person, channels: channel };
  return kinds[path.at(-1) ?? ''] ?? 'own-name';
}

const places = placesIn(z.toJSONSchema(serverSettingsSchema, { io: 'input' }));

describe.each(languages)('what moderators read of a change, %s', (language) => {
  const words = wordsFor(language).news.places;

  it('names every setting in words', () => {
    expect(places.length).toBeGreaterThan(60);
    const raw = places.filter((path) => {
      const shown = shownDifferences([{ path, before: 1, after: 2 }], words);
      return (
        path.some((part) => /[a-z][A-Z]/.test(part) && shown.includes(part)) || /access|amounts/.test(shown)
      );
    });
    expect(raw).toEqual([]);
    const unnamed = places.flatMap((path) =>
      path.filter(
        (part, index) =>
          !(part in words.parts || part in words.things || /^(\d+|own-name|access|on)$/.test(part)) &&
          !(`${path[index - 1]}.${part}` in words.parts),
      ),
    );
    expect([...new Set(unnamed)]).toEqual([]);
  });
});

describe('a change', () => {
  const shown = (path: readonly string[], before: unknown, after: unknown) =>
    shownDifferences([{ path: [...path], before, after }], english);

  it.each([
    [['access', 'video', 'on'], false, true, '**Videos**: off → on'],
    [['access', 'video', 'roles'], [], [role], `**Videos · roles**: nothing → <@&${role}>`],
    [['access', 'video', 'blocked'], [], [person], `**Videos · blocked people**: nothing → <@${person}>`],
    [['access', 'words'], [], ['a_b', 'c'], '**Blocked words**: nothing → a\\_b, c'],
    [['news', 'channelId'], undefined, channel, `**moderators' channel**: nothing → <#${channel}>`],
    [['news', 'digestHour'], undefined, 9, '**daily summary at**: nothing → 9:00'],
    [
      ['video', 'review'],
      'nobody',
      'everybody',
      '**Videos · whose videos wait for a moderator**: nobody → everybody',
    ],
    [['video', 'reviewHours'], 24, 6, '**Videos · how long it waits**: 24 h → 6 h'],
    [
      ['limits', 'everyone', 'live-seconds', 'day'],
      1_800,
      'unlimited',
      '**Limits · each person · Live conversations · a day**: 30 min → unlimited',
    ],
    [['limits', 'roles', role, 'lifts'], false, true, `**Limits · <@&${role}> · lifts**: off → on`],
    [
      ['limits', 'paused'],
      undefined,
      { by: person, at: 60_000 },
      `**Limits · spending paused**: nothing → by <@${person}>, at <t:60:f>`,
    ],
    [
      ['speech', 'channels', channel, 'maxSeconds'],
      30,
      60,
      `**Reading aloud · <#${channel}> · longest text**: 30 s → 60 s`,
    ],
    [
      ['knowledge', 'grants', 'own-base'],
      undefined,
      [{ roleId: role }],
      `**Knowledge bases · who may search · own-base**: nothing → only this role <@&${role}>`,
    ],
    [
      ['conversation', 'tools', 'constructor'],
      true,
      false,
      '**Conversations · tools · constructor**: on → off',
    ],
  ])('of %j reads as people say it', (path, before, after, sentence) => {
    expect(shown(path, before, after)).toBe(sentence);
  });

  it('says how many more there are, in lists, too', () => {
    const many = Array.from({ length: 7 }, (_, index) => ({
      path: ['conversation', 'tools', `t${index}`],
      before: true,
      after: false,
    }));
    expect(shownDifferences(many, english)).toMatch(/t4\*\*: on → off · and 2 more$/);
    const words = Array.from({ length: 12 }, (_, index) => `w${index}`);
    expect(shown(['access', 'words'], [], words)).toMatch(/w9, and 2 more$/);
  });

  it('is named without mentions and marks where a menu lists it, each place once', () => {
    const differences = [
      { path: ['limits', 'people', person, 'amounts', 'searches', 'day'], before: 1, after: 2 },
      { path: ['limits', 'people', role, 'amounts', 'searches', 'day'], before: 1, after: 2 },
      { path: ['video', 'textModel'], before: 'a', after: 'b' },
    ];
    expect(plainPlaces(differences, english)).toBe(
      'Limits · a person · Searches · a day, Videos · model of /video text',
    );
  });
});
