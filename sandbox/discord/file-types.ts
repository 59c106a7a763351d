import type { JsonObject } from './json.ts';

/** Whether a file may go where `file_types` lists endings, with or without their dot; without a list any may. */
export function fitsFileTypes(filename: string, asking: JsonObject): boolean {
  const types = asking.file_types;
  if (!Array.isArray(types) || types.length === 0) return true;
  const ending = filename.split('.').at(-1)?.toLowerCase() ?? '';
  return types.some((type) => ending === String(type).replace(/^\./, '').toLowerCase());
}
