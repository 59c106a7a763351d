import { createHash } from 'node:crypto';
import type { FieldPath } from '../errors.ts';
import { invalidForm } from '../errors.ts';

const forbidden = ['clyde', 'discord'];

/** Throws 50035 for a name that could be taken for Discord's own. */
export function checkWebhookName(name: string, path: FieldPath): void {
  const word = forbidden.find((one) => name.toLowerCase().includes(one));
  if (word !== undefined)
    throw invalidForm(path, 'USERNAME_INVALID_CONTAINS', `Username cannot contain "${word}"`);
}

/** Pictures are named by what's in them. */
export function pictureHash(picture: string | null | undefined): string | null {
  return picture ? createHash('md5').update(picture).digest('hex') : null;
}
