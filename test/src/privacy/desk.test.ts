import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { renderPrivacy, renderProof } from '../../../src/privacy/page.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { collectionNames, type KeptStore } from '../../../src/storage/kept.ts';
import { StoreError } from '../../../src/storage/store-error.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { collected } from '../../support/collected.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { guildId, samples } from '../../support/kept-samples.ts';
import { openedStore } from '../../support/opened-store.ts';
import { privacyOn } from '../../support/privacy-world.ts';
import { rejection } from '../../support/rejection.ts';

const it = test.extend('world', () => open()).extend('filled', () => filled());

const ada = '2000000000000000001';
const ben = '2000000000000000002';
const own = { by: ada, about: ada };
const en = wordsFor('en-US');
const zh = wordsFor('zh-CN');

function open(changes: Parameters<typeof privacyOn>[2] = {}) {
  const clock = new FakeClock();
  const store: KeptStore = openedStore(undefined, { now: () => clock.now() });
  return { store, clock, ...privacyOn(store, clock, changes) };
}

async function filled(changes: Parameters<typeof privacyOn>[2] = {}) {
  const world = open(changes);
  for (const [index, each] of Object.values(samples).entries()) {
    await each.put(world.store, ada, 'heliotrope', 2 * index);
    await each.put(world.store, ben, 'umber', 2 * index + 1);
  }
  return world;
}

const page = async (
  { desk }: ReturnType<typeof open>,
  words = en,
  data?: Awaited<ReturnType<typeof desk.read>>,
) =>
  JSON.stringify(
    renderPrivacy(
      {
        ...{ userId: ada, own: true, guildId, region: desk.region, serverName: () => 'Knitting_Circle' },
        data: data ?? (await desk.read(own)),
        neverHeardSince: desk.neverHeardSince(ada),
        neverWrittenSince: desk.neverWrittenSince(ada),
        textsKeptSince: await desk.textsKeptSince(ada),
        chosen: { keepDays: desk.keepDays, videoKeepHours: desk.videoKeepHours },
      },
      words,
    ),
  );

describe('the screen', () => {
  it.each([en, zh])(
    'says what is kept, for how long, what was agreed and where words go ($locale)',
    async (words) => {
      const world = await filled();
      const text = await page(world, words);
      for (const name of ['video-jobs', 'video-presets', 'speech-people', 'knowledge-pages'] as const)
        expect(text).toContain(words.privacy.kept[name]);
      for (const name of ['guilds', 'knowledge-gaps', 'speech-panels'] as const)
        expect(text).not.toContain(words.privacy.kept[name]);
      expect(text).toContain(words.privacy.lasts.days(words.privacy.days(14)));
      expect(text).toContain(words.call.regions.singapore);
      expect(text).toContain('<t:1790000000:f>');
      expect(text).toContain('Knitting\\\\_Circle');
    },
  );

  it.each([en, zh])('about someone else says nothing to "you" or about "me" ($locale)', async (words) => {
    const { desk } = open();
    const { privacy } = words;
    const shown = (own: boolean) =>
      JSON.stringify(
        renderPrivacy(
          {
            ...{ userId: ada, own, guildId, region: desk.region, serverName: () => 'x' },
            ...{ data: { records: [], mentions: [], sums: [], namedIn: [] } as never },
            ...{ neverHeardSince: undefined, neverWrittenSince: undefined, textsKeptSince: undefined },
            chosen: { keepDays: 14, videoKeepHours: 24 },
          },
          words,
        ),
      );
    for (const said of [privacy.titleOf(`<@${ada}>`), privacy.nothingOf, privacy.buttons.forgetThem]) {
      expect(shown(false)).toContain(said);
      expect(shown(true)).not.toContain(said);
    }
    for (const said of [privacy.buttons.forget, privacy.listening, privacy.agreed, privacy.goes])
      expect(shown(false)).not.toContain(`"${said}`);
  });

  it('of a person of whom nothing is kept says so', async () => {
    expect(await page(open())).toContain(en.privacy.nothing);
  });

  it('fits into one message, however much there is of everything', async ({ filled: world }) => {
    const data = await world.desk.read(own);
    const many = {
      ...data,
      records: [
        ...data.records,
        ...Array.from({ length: 200 }, (_, index) => ({
          ...{ collection: 'consents', id: `conversation/${index}/${ada}`, value: { at: 1 } },
        })),
      ],
      namedIn: Array.from({ length: 300 }, () => ({
        guildId,
        list: 'glossary' as const,
        term: 'x'.repeat(60),
      })),
    };
    for (const words of [en, zh]) {
      const parts = [...(await page(world, words, many)).matchAll(/"content":"((?:[^"\\]|\\.)*)"/g)];
      expect(parts.map(([, said = '']) => said).join('').length).toBeLessThan(4_000);
    }
  });

  it('names what stands in word lists of this server with their name, and not those of others', async () => {
    const term = (guild: string, name: string) => ({ guildId: guild, list: 'glossary' as const, term: name });
    const text = await page(
      open({ namedIn: async () => [term(guildId, 'Adalinde'), term('7', 'Elsewhere')] }),
    );
    expect(text).toContain('Adalinde');
    expect(text).not.toContain('Elsewhere');
  });
});

describe('the proof', () => {
  it.each([en, zh])('lists every collection, copies, back-ups and the service ($locale)', async (words) => {
    const { desk, clock } = await filled();
    const proof = {
      ...(await desk.forget(own, 'R-1')),
      copiesGoneBy: clock.now(),
      renamedSums: 1,
      complete: false,
    };
    const text = JSON.stringify(renderProof(ada, proof, words));
    for (const name of collectionNames)
      expect(text).toContain(JSON.stringify(words.privacy.kept[name]).slice(1, -1));
    const { backUps, service, sums, partly } = words.privacy.proof;
    for (const said of [backUps, service, sums, partly])
      expect(text).toContain(JSON.stringify(said).slice(1, -1));
    expect(text).toContain(`<t:${Math.floor(clock.now() / 1_000)}:f>`);
    const parts = [...text.matchAll(/"content":"((?:[^"\\]|\\.)*)"/g)];
    expect(parts.map(([, said = '']) => said).join('').length).toBeLessThan(4_000);
  });
});

describe('my data', () => {
  it('has everything of mine, nothing of others, and no token', async () => {
    const world = await filled({ namedIn: async () => [{ guildId, list: 'glossary', term: 'Ada' }] });
    const file = await world.desk.dataFile(own, 10_000_000);
    const text = Buffer.from(file.bytes).toString();
    const data = JSON.parse(text);
    expect(file.name).toBe('my-data.json');
    expect(data).toMatchObject({ person: ada, namedInWordLists: [{ term: 'Ada' }] });
    expect(data.records).toHaveLength((await collected(world.store.recordsOf({ userId: ada }))).length);
    expect(text).toContain('heliotrope');
    expect(text).not.toContain('umber');
    expect(text).not.toContain(ben);
    expect(text).not.toContain('dead');
  });

  it('says that others made something of me, and where, without what it says', async ({ world }) => {
    await samples['video-jobs'].put(world.store, ben, `umber of <@${ada}>`, 1);
    const text = Buffer.from((await world.desk.dataFile(own, 10_000_000)).bytes).toString();
    expect(JSON.parse(text).namedByOthers).toEqual([{ collection: 'video-jobs', guildId }]);
    expect(text).not.toContain('umber');
  });

  it('is packed when it is large, and refused in words when it is too large even then', async ({ world }) => {
    for (let number = 0; number < 40; number += 1)
      await samples['video-jobs'].put(world.store, ada, 'x'.repeat(40_000), number);
    const { name, bytes } = await world.desk.dataFile(own, 10_000_000);
    expect(name).toBe('my-data.json.gz');
    expect(JSON.parse(gunzipSync(bytes).toString()).records).toHaveLength(40);
    const refused = await rejection(world.desk.dataFile(own, 1_000), Refusal);
    expect(refused.facts).toMatchObject({ code: 'privacy-data-large' });
  });
});

describe('somebody else', () => {
  it.each(['read', 'dataFile', 'forget'] as const)(
    "is nobody's to ask about but the bot's owner's (%s)",
    async (what) => {
      const world = await filled();
      const ask = { by: ben, about: ada };
      const refused = await rejection(world.desk[what](ask, 'R-1' as never), Refusal);
      expect(refused.facts).toEqual({ code: 'privacy-owner-only' });
      expect(await collected(world.store.recordsOf({ userId: ada }))).not.toEqual([]);
    },
  );

  it('who left can be forgotten by the owner, by their id and nothing else', async () => {
    const world = await filled({ isOwner: async (userId) => userId === ben });
    const wrong = await rejection(world.desk.forget({ by: ben, about: '.*' }, 'R-1'), Refusal);
    expect(wrong.facts).toEqual({ code: 'privacy-person-invalid' });
    await world.desk.forget({ by: ben, about: ada }, 'R-2');
    expect(await collected(world.store.recordsOf({ userId: ada }))).toEqual([]);
    expect(await world.erasures.get('R-2')).toMatchObject({ asked: 'owner' });
  });
});

describe('what recordings say', () => {
  it("is kept once the person lets us, and goes when they say no, or that their recordings are nobody's", async () => {
    const world = await filled();
    await world.desk.dropTexts(ada);
    expect(await page(world)).not.toContain('stays with me for a day');
    await world.desk.keepTexts(ada);
    expect(await page(world)).toContain('stays with me for a day');
    for (const change of ['dropTexts', 'neverWrite', 'neverListen'] as const) {
      await world.desk.keepTexts(ada);
      const request = { recording: { messageId: '1', authorId: ada }, guildId, from: 'de', to: 'en' };
      const text = { language: 'de', ms: 1_000, whole: true, passages: [] };
      expect(await world.keptTexts.keep(request as never, text)).toBe(true);
      await world.desk[change](ada);
      expect(await world.keptTexts.recall(request as never)).toBeUndefined();
      expect(await world.desk.textsKeptSince(ada)).toBeUndefined();
    }
  });
});

describe('not my recordings', () => {
  it('counts at once and after a restart, apart from being heard in calls, until they are allowed again', async () => {
    const world = await filled();
    await world.desk.neverWrite(ada);
    expect([world.neverWritten.has(ada), world.neverHeard.has(ada)]).toEqual([true, false]);
    const next = privacyOn(world.store, world.clock);
    await next.neverWritten.open();
    expect(next.desk.neverWrittenSince(ada)).toBe(world.clock.now());
    await next.desk.writeAgain(ada);
    expect(next.desk.neverWrittenSince(ada)).toBeUndefined();
  });

  it('is forgotten with the person', async ({ filled: world }) => {
    await world.desk.neverWrite(ada);
    await world.desk.forget({ by: ada, about: ada }, 'R-9');
    expect(world.neverWritten.has(ada)).toBe(false);
  });
});

describe('never listen to me', () => {
  it('counts at once, ends what was agreed, and is still so after a restart', async () => {
    const dropped: string[] = [];
    const world = await filled({ stopHearing: [async (userId) => void dropped.push(userId)] });
    await world.desk.neverListen(ada);
    expect(dropped).toEqual([ada]);
    expect(world.neverHeard.has(ada)).toBe(true);
    expect(await collected(world.consents.select({ userId: ada }))).toEqual([]);
    expect(await collected(world.consents.select({ userId: ben }))).toHaveLength(1);
    const next = privacyOn(world.store, world.clock);
    await next.neverHeard.open();
    expect(next.neverHeard.has(ada)).toBe(true);
    expect(next.desk.neverHeardSince(ada)).toBe(world.clock.now());
    await next.desk.listenAgain(ada);
    expect(next.neverHeard.has(ada)).toBe(false);
  });

  it('counts even when it cannot be written down, and the person hears that it was not', async () => {
    const world = open();
    const broken = privacyOn(
      {
        ...world.store,
        collection: (name, schema, index) => ({
          ...world.store.collection(name, schema, index),
          set: async () => {
            throw new StoreError('unwritable', 'the disk is full');
          },
        }),
      } as KeptStore,
      world.clock,
      { keptTexts: world.keptTexts },
    );
    await rejection(broken.desk.neverListen(ada), StoreError);
    expect(broken.neverHeard.has(ada)).toBe(true);
  });

  it('ends with being heard when the person is forgotten, too', async () => {
    const dropped: string[] = [];
    const world = open({ stopHearing: [async (userId) => void dropped.push(userId)] });
    await world.desk.forget(own, 'R-1');
    expect(dropped).toEqual([ada]);
  });

  it('is forgotten with the person', async ({ world }) => {
    await world.desk.neverListen(ada);
    await world.desk.forget(own, 'R-1');
    expect(world.neverHeard.has(ada)).toBe(false);
  });
});
