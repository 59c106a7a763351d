import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../sandbox/test/support/temporary-folder.ts';
import { holdsCollections } from '../../support/collection-conformance.ts';
import { openAtomic } from '../../support/open-atomic.ts';

holdsCollections('SQLite', () => {
  const path = join(temporaryFolder(), 'store.sqlite');
  const [one, other] = [openAtomic(path), openAtomic(path)];
  onTestFinished(() => other.close());
  return { one, other };
});
