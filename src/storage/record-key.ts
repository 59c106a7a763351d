/**
 * Keyv writes `<namespace>:<id>`, does so only when the id does not already look like that, and takes everything up to
 * the first colon for the namespace: so an id goes in without colons.
 */
export function encodeId(id: string): string {
  return id.replaceAll('%', '%25').replaceAll(':', '%3A');
}

export function decodeId(encoded: string): string {
  return encoded.replaceAll('%3A', ':').replaceAll('%25', '%');
}

/** Half-open range of all keys of a namespace; `;` is the character after `:`. */
export function keyRange(namespace: string): { readonly from: string; readonly before: string } {
  return { from: `${namespace}:`, before: `${namespace};` };
}

export function assertNamespace(name: string): void {
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(name)) throw new Error(`not a collection name: ${name}`);
}
