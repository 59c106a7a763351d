/** The endings behind the groups that `file_types` may name. The name alone decides, as in Discord. */
const groups: Readonly<Record<string, readonly string[]>> = {
  audio: ['mp3', 'm4a', 'wav', 'ogg', 'opus', 'flac'],
  image: ['png', 'gif', 'jpg', 'jpeg', 'jfif', 'webp', 'avif'],
  video: ['mp4', 'mov', 'qt', 'webm'],
};

const groupNames: Readonly<Record<string, string>> = { audio: 'sound', image: 'pictures', video: 'videos' };

/** Groups (`image`) and endings (`.pdf`); absent or empty: any file. */
export type FileTypes = readonly string[] | undefined;

export function fitsFileTypes(fileName: string, types: FileTypes): boolean {
  if (!types || types.length === 0) return true;
  const ending = endingOf(fileName);
  return types.some((type) => groups[type]?.includes(ending) || type.toLowerCase() === `.${ending}`);
}

/** For a file input's `accept`; undefined when any file may be chosen. */
export function acceptedBy(types: FileTypes): string | undefined {
  if (!types || types.length === 0) return undefined;
  return types.map((type) => (type in groups ? `${type}/*` : type)).join(',');
}

/** `pictures, .pdf`; undefined when there is nothing to say. */
export function typesInWords(types: FileTypes): string | undefined {
  if (!types || types.length === 0) return undefined;
  return types.map((type) => groupNames[type] ?? type).join(', ');
}

/** What a file is, in one word: its ending in capitals, else what the browser takes it for. */
export function kindInWords(file: { readonly name: string; readonly type: string }): string {
  const ending = endingOf(file.name);
  return ending === '' ? file.type || 'file' : ending.toUpperCase();
}

function endingOf(fileName: string): string {
  const at = fileName.lastIndexOf('.');
  return at < 0 ? '' : fileName.slice(at + 1).toLowerCase();
}
