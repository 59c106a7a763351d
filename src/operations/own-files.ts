import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

const ownerOnly = 0o600;

/**
 * Creates a folder and what's missing above it, for its owner only. Node's own `recursive` never returns below `/proc`, where
 * every name is answered with “no such folder” (nodejs/node#27198).
 * @throws the file system's error
 */
export function makeOwnFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeOwnFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

/** Takes everyone else's right to a file that exists, also one that an earlier version wrote for all. */
export function keepToOwner(path: string): void {
  if (existsSync(path)) chmodSync(path, ownerOnly);
}

/** An empty file of our own, so that what's written into it is never anyone else's to read. */
export function makeOwnFile(path: string): void {
  closeSync(openSync(path, 'wx', ownerOnly));
}

/** @throws the file system's error when it isn't on the disk */
export function flushFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
