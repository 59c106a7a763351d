import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { componentsIn } from '../../../sandbox/test/support/sandbox-person.ts';
import { renderPreset, renderPresets } from '../../../src/video/preset-page.ts';
import {
  type Preset,
  Presets,
  type PresetsOfPerson,
  presetsSchema,
  withPreset,
} from '../../../src/video/presets.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';
import { refusalCode } from '../../support/rejection.ts';

const words = wordsFor('en-US');
const ann = '21';

function opened() {
  const shelf = new MemoryShelf<PresetsOfPerson>();
  let saved = 0;
  const presets = new Presets(shelf);
  const save = async (name: string, more: Partial<Preset> = { duration: 5 }, userId = ann) => {
    saved += 1;
    return await presets.save(userId, { id: `${saved}`, name, ...more });
  };
  return { shelf, presets, save };
}

describe('the presets of a person', () => {
  it('that two processes save at the same moment are all kept', async () => {
    const { shelf, save, presets } = opened();
    const other = new Presets(shelf);
    await Promise.all([save('one'), other.save(ann, { id: 'x', name: 'two', duration: 5 }), save('three')]);
    expect((await presets.list(ann)).map(({ name }) => name)).toEqual(['one', 'three', 'two']);
  });

  it('are theirs, in alphabetical order, and last', async () => {
    const { shelf, presets, save } = opened();
    await save('Wood');
    await save('sea', { style: '  in\n watercolour ' });
    await save('sky', { seed: 0 }, '22');
    expect((await presets.list(ann)).map(({ name }) => name)).toEqual(['sea', 'Wood']);
    expect(await new Presets(shelf).named(ann, 'sea')).toMatchObject({ style: 'in watercolour' });
    for (const record of shelf.records.values()) presetsSchema.parse(JSON.parse(record));
  });

  it("have one of each name, however it's written; the last one counts", async () => {
    const { presets, save } = opened();
    await save('Sea');
    await save('  ＳＥＡ ', { duration: 7 });
    expect(await presets.list(ann)).toHaveLength(1);
    expect(await presets.named(ann, 'sea')).toMatchObject({ duration: 7 });
  });

  it('are twenty at most, and one of them can still be saved again', async () => {
    const { presets, save } = opened();
    for (let count = 1; count <= 20; count += 1) await save(`sea ${count}`);
    expect(await refusalCode(save('one more'))).toBe('presets-full');
    await save('SEA 7', { seed: 7 });
    expect(await presets.list(ann)).toHaveLength(20);
  });

  it("are all kept when they're saved at once", async () => {
    const { presets, save } = opened();
    await Promise.all(['a', 'b', 'c'].map(async (name) => await save(name)));
    expect(await presets.list(ann)).toHaveLength(3);
  });

  it("leave nothing behind once they're deleted, and another's can't be", async () => {
    const { shelf, presets, save } = opened();
    const { id } = await save('sea');
    expect(await refusalCode(presets.remove('22', id))).toBe('preset-unknown');
    await presets.remove(ann, id);
    expect(shelf.records.size).toBe(0);
    expect(await refusalCode(presets.remove(ann, id))).toBe('preset-unknown');
    expect(await refusalCode(presets.named(ann, 'sea'))).toBe('preset-unknown');
    expect(await refusalCode(presets.find(ann, id))).toBe('preset-unknown');
  });

  it.each(['', '   ', '\u202e\u200b', '*_~', 'x'.repeat(33)])('are never called %j', async (name) => {
    expect(await refusalCode(opened().save(name))).toBe('preset-name-invalid');
  });

  it.each(['__proto__', 'constructor', '**sea**', '🌊', '海'])('may be called %j', async (name) => {
    const { presets, save } = opened();
    await save(name);
    expect(await presets.named(ann, name)).toMatchObject({ name, duration: 5 });
  });

  it.each([{}, { style: ' \u200b ' }])('set something: not %j', async (nothing) => {
    expect(await refusalCode(opened().save('sea', nothing))).toBe('preset-empty');
  });
});

describe('a video with a preset', () => {
  const preset = {
    id: '1',
    name: 'sea',
    model: 'gen2.6-t2v',
    size: '1280*720',
    duration: 7,
    seed: 3,
    style: 'in oil',
  };
  const kite = { of: 'text', prompt: 'a kite' } as const;

  it('has what the preset sets, and its style at the end of the prompt', () => {
    expect(withPreset(kite, preset)).toMatchObject({
      prompt: 'a kite, in oil',
      model: 'gen2.6-t2v',
      size: '1280*720',
      duration: 7,
      seed: 3,
    });
  });

  it('has what was asked for where both say something', () => {
    const asked = { ...kite, model: 'gen2.7-t2v', duration: 2, seed: 0 };
    expect(withPreset(asked, preset)).toMatchObject({ ...asked, prompt: 'a kite, in oil' });
    for (const picture of [{ size: '960*960' }, { resolution: '480P' }, { ratio: '1:1' }])
      expect(withPreset({ ...kite, ...picture }, preset)).toMatchObject({ size: undefined, ...picture });
  });

  it.each([
    ['A kite.', 'A kite. in oil'],
    ['一只风筝。', '一只风筝。 in oil'],
    ['', 'in oil'],
  ])('joins %j and the style as %j', (prompt, joined) => {
    expect(withPreset({ of: 'text', prompt }, preset).prompt).toBe(joined);
  });

  it('keeps its prompt where there is no style', () => {
    expect(withPreset(kite, { id: '1', name: 'sea', seed: 3 }).prompt).toBe('a kite');
  });
});

describe('what is shown of presets', () => {
  const shown = {
    id: '7',
    name: 'a **sea**',
    model: 'gen2.7-t2v',
    size: '1280*720',
    duration: 5,
    style: '<@1> `x`',
  };
  const textIn = (body: ReturnType<typeof renderPresets>) =>
    componentsIn(body.components)
      .map((each) => ('content' in each ? each.content : ''))
      .join('\n');

  it("is text, whatever they're called", () => {
    for (const body of [renderPresets([shown], words), renderPreset(shown, words)]) {
      expect(textIn(body)).toContain('**a \\*\\*sea\\*\\*** · gen2.7-t2v · 1280×720 · 5 s · seed: any');
      expect(textIn(body)).not.toMatch(/(?<!\\)<@1>/);
    }
  });

  it('has a menu for each, and says how to begin', () => {
    expect(componentsIn(renderPresets([shown], words).components)).toContainEqual(
      expect.objectContaining({
        custom_id: 'video:preset:open',
        options: [expect.objectContaining({ value: '7' })],
      }),
    );
    const nothing = renderPresets([], words);
    expect(textIn(nothing)).toContain('No presets yet. Save one with `/video preset-save`.');
    expect(componentsIn(nothing.components).map(({ type }) => type)).not.toContain(3);
  });

  it('is never more than a message holds', () => {
    const hostile = fc.string({ unit: 'grapheme', minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(hostile, (name) => {
        const most = {
          ...shown,
          name: `${'*'.repeat(10)}${name}`,
          style: '*'.repeat(300),
          model: '*'.repeat(30),
        };
        const body = renderPresets(
          Array.from({ length: 20 }, (_, id) => ({ ...most, id: `${id}` })),
          words,
        );
        expect(Array.from(textIn(body)).length).toBeLessThanOrEqual(4_000);
      }),
      { numRuns: 20 },
    );
  });
});
