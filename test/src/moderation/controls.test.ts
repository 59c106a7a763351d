import type { APIComponentInContainer } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { type ServerPages, serverSettingsSchema } from '../../../src/community/settings-pages.ts';
import { languages } from '../../../src/language/languages.ts';
import {
  type Control,
  controls,
  panelPages,
  valuesOf,
  withValues,
} from '../../../src/moderation/controls.ts';
import { renderPanel } from '../../../src/moderation/panel-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { offered } from '../../support/settings-desk.ts';

const untouched: ServerPages = serverSettingsSchema.parse({});
const every = panelPages.flatMap((page) =>
  controls[page].map((control) => ({ page, control, path: control.path.join('.') })),
);
const ids = ['300000000000000001', '300000000000000002'];

/** Something else than what's chosen at first. */
function another(control: Control): readonly string[] {
  switch (control.kind) {
    case 'switch':
      return [valuesOf(control, untouched, offered)[0] === 'true' ? 'false' : 'true'];
    case 'choice': {
      const names =
        typeof control.values === 'string'
          ? offered[control.values].map(({ value }) => value)
          : control.values.map(String);
      return [names.at(-1) ?? ''];
    }
    case 'choices':
      return offered[control.values].map(({ value }) => value).slice(0, 2);
    case 'switches':
      return offered[control.values].map(({ value }) => value).slice(1);
    case 'features':
      return ['video', 'knowledge'];
    case 'words':
      return ['spam', 'buy now'];
    case 'channel':
      return ids.slice(0, 1);
    default:
      return ids;
  }
}

describe('every setting', () => {
  it.each(every)('$page: $path keeps what is chosen, and nothing else changes', ({ control }) => {
    const chosen = another(control);
    const after = withValues(control, untouched, chosen, offered);
    expect(after && valuesOf(control, after, offered)).toEqual(chosen);
    const back = after && withValues(control, after, valuesOf(control, untouched, offered), offered);
    if (control.kind !== 'switches') expect(back).toEqual(untouched);
  });

  it.each(every)('$page: $path takes nothing that was not offered', ({ control }) => {
    for (const wrong of [['no such thing'], [' '.repeat(3)], ['x'.repeat(101)], Array(300).fill(ids[0])])
      if (control.kind !== 'words' || wrong[0] !== 'no such thing')
        expect(withValues(control, untouched, wrong, offered), wrong[0]).toBeUndefined();
  });

  it('of the schema can be chosen in Discord, unless a command of its own has it', () => {
    const leaves = (value: unknown, path: readonly string[]): readonly string[] =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
        ? Object.entries(value).flatMap(([name, each]) => leaves(each, [...path, name]))
        : [path.join('.')];
    const elsewhere =
      /^(speech\.(voice|channels|pronunciations)|interpreter\.(terms|channels)|knowledge\.grants|limits)/;
    // A page whose settings are all optional is empty at first: then one of its own can be chosen.
    const isChosen = (path: string) => every.some((control) => `${control.path}.`.startsWith(`${path}.`));
    expect(leaves(untouched, []).filter((path) => !isChosen(path) && !elsewhere.test(path))).toEqual([]);
  });
});

/** What a person can use in a message. */
function controlsIn(components: readonly APIComponentInContainer[]): readonly string[] {
  return JSON.stringify(components).match(/"custom_id":"[^"]*"/g) ?? [];
}

describe.each(languages)('the panel in %s', (language) => {
  const words = wordsFor(language);
  const settings = { ...untouched, revision: 1_234_567 };

  it.each(panelPages)(
    '%s shows every setting of its page, two choices away from the command at most',
    (page) => {
      const { components } = renderPanel({ page, settings, offered }, words);
      const shown = controlsIn(components as unknown as APIComponentInContainer[]).join();
      for (const { name, kind } of controls[page])
        expect(shown).toContain(kind === 'words' ? 'settings:words:' : `${page}.${name}.1234567`);
      const start = JSON.stringify(renderPanel({ page: 'start', settings, offered }, words));
      expect(start).toContain(`"value":"${page}"`);
    },
  );

  it.each(panelPages)('%s fits into a message of Discord', (page) => {
    const full = {
      ...settings,
      access: { ...settings.access, [page]: { on: false, roles: ids, channels: ids, blocked: ids } },
    };
    const body = JSON.stringify(
      renderPanel({ page, settings: full, offered, headline: words.settings.saved }, words),
    );
    expect(body.match(/"type":\d+/g)?.length).toBeLessThanOrEqual(40);
    expect(body.match(/"custom_id":"[^"]*"/g)?.length).toBe(new Set(body.match(/"custom_id":"[^"]*"/g)).size);
  });
});
