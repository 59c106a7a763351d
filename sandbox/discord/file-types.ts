import type { FieldPath, FormErrors } from './errors.ts';
import type { JsonObject } from './json.ts';

/** The endings behind the groups of "File Type Filtering". Discord looks at the name alone, never into the file. */
const groups: Readonly<Record<string, readonly string[]>> = {
  audio: ['mp3', 'm4a', 'wav', 'ogg', 'opus', 'flac'],
  image: ['png', 'gif', 'jpg', 'jpeg', 'jfif', 'webp', 'avif'],
  video: ['mp4', 'mov', 'qt', 'webm'],
};

/** Whether a file may go where `file_types` lists groups (`image`) and endings (`.pdf`); without a list any may. */
export function fitsFileTypes(filename: string, asking: JsonObject): boolean {
  const types = asking.file_types;
  if (!Array.isArray(types) || types.length === 0) return true;
  const [, ending = ''] = /\.([^.]+)$/.exec(filename.toLowerCase()) ?? [];
  return types
    .map(String)
    .some((type) => groups[type]?.includes(ending) || type.toLowerCase() === `.${ending}`);
}

/** Each of `file_types` is a group or an ending with its dot; that there are ten at most, the schema says. */
export function checkFileTypes(asking: JsonObject, path: FieldPath, errors: FormErrors): void {
  const types = Array.isArray(asking.file_types) ? asking.file_types.map(String) : [];
  for (const [index, type] of types.entries()) {
    if (Object.hasOwn(groups, type) || /^\.[^.\s/\\][^\s/\\]*$/.test(type)) continue;
    const known = Object.keys(groups).map((group) => `'${group}'`);
    const message = `Value must be one of (${known.join(', ')}) or a dot-prefixed file extension.`;
    errors.add([...path, 'file_types', index], 'BASE_TYPE_CHOICES', message);
  }
}
