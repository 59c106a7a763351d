import { z } from 'zod';
import { type ServerPages, serverSettingsSchema } from '../community/settings-pages.ts';
import { Refusal } from '../refusal/refusal.ts';
import { controls, isOffered, type Offered, panelPages, valuesOf } from './controls.ts';

/** Larger than any server's settings. */
export const mostBytes = 256 * 1024;
const mostEntries = 500;
const longestText = 1_000;
const format = 'emcee-settings';

const fileSchema = z.object({
  format: z.literal(format),
  version: z.literal(1),
  settings: z.record(z.string(), z.unknown()),
});

/** Names that mean something to the language itself, so that no file may have them. */
const forbiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function exportedFile(pages: ServerPages): Uint8Array {
  const settings = serverSettingsSchema.parse(pages);
  return Buffer.from(`${JSON.stringify({ format, version: 1, settings }, undefined, 2)}\n`);
}

/**
 * The settings in a file that someone gave.
 * @throws {Refusal} `settings-file-invalid`
 */
export function importedFile(bytes: Uint8Array, offered: Offered): ServerPages {
  const settings = settingsIn(bytes);
  if (!settings) throw new Refusal({ code: 'settings-file-invalid' });
  const isKnown = panelPages.every((page) =>
    controls[page].every((control) => isOffered(control, valuesOf(control, settings, offered), offered)),
  );
  if (!isKnown) throw new Refusal({ code: 'settings-file-invalid' });
  return settings;
}

function settingsIn(bytes: Uint8Array): ServerPages | undefined {
  if (bytes.byteLength > mostBytes) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const file = fileSchema.parse(JSON.parse(text, reviver));
    const parsed = serverSettingsSchema.strict().safeParse(file.settings);
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Whatever breaks a bound makes the whole file invalid. */
function reviver(name: string, value: unknown): unknown {
  if (forbiddenNames.has(name) || name.length > longestText) throw new Error('a name that no settings have');
  if (typeof value === 'string' && value.length > longestText) throw new Error('a text too long');
  if (typeof value === 'object' && value !== null && Object.keys(value).length > mostEntries)
    throw new Error('too many entries');
  return value;
}
