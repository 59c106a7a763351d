import { type FileStore, FileStoreError } from '../../storage/files/file-store.ts';
import type { Check } from '../doctor.ts';

/** @param open absent if files only are in `DATA_DIR` */
export function checkFiles(open: (() => FileStore) | undefined): Check {
  return async (signal) => {
    if (!open) return 'files-here';
    const store = open();
    try {
      await store.probe(signal);
      return ['files-good', store.kind];
    } catch (error) {
      if (!(error instanceof FileStoreError)) throw error;
      return [`files-${error.trouble}`, error.code];
    } finally {
      await store.close();
    }
  };
}
