import type { FilesConfig } from '../config/files.ts';
import { systemClock } from '../operations/clock.ts';
import type { FileStore } from '../storage/files/file-store.ts';
import { FolderStore } from '../storage/files/folder-store.ts';
import { S3Store } from '../storage/files/s3-store.ts';

/** Signatures are for real time, whatever clock the rest goes by. */
export function openFiles(config: FilesConfig): FileStore {
  if (config.in === 'folder') return new FolderStore(config.folder);
  return new S3Store(config.settings, systemClock);
}
