import type { JsonObject } from './json.ts';

/** The endings behind the groups of "File Type Filtering". Discord looks at the name alone, never into the file. */
const groups: Readonly<Record<string, readonly string[]>> = {
  audio: ['mp3', 'ogg', 'wav', 'flac', 'm4a', 'aac', 'opus'],
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'heic', 'heif', 'bmp'],
  video: ['mp4', 'mov', 'webm', 'm4v'],
};

/** Whether a file may go where `file_types` lists groups (`image`) and endings (`.pdf`); without a list any may. */
export function fitsFileTypes(filename: string, asking: JsonObject): boolean {
  const types = asking.file_types;
  if (!Array.isArray(types) || types.length === 0) return true;
  const ending = filename.split('.').at(-1)?.toLowerCase() ?? '';
  return types
    .map(String)
    .some((type) => groups[type]?.includes(ending) || type.toLowerCase() === `.${ending}`);
}
