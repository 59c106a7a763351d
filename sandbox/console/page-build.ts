import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
const project = join(here, '..', '..');
const staleMs = 24 * 3_600_000;
const compileTimeoutMs = 120_000;

export interface PageFolders {
  /** The sources: `index.html` and what it loads. */
  readonly page: string;
  /** Where builds are kept. */
  readonly cache: string;
}

const ownFolders: PageFolders = {
  page: join(here, 'page'),
  cache: join(project, 'node_modules', '.cache', 'emcee-console'),
};

/**
 * The folder with the built page. A build is named after the content of its sources and of the lock file, so one that
 * exists is reused, and two that start at once can't get in each other's way.
 * @throws Error with the compiler's own message when the page does not build
 */
export async function builtPage({ page, cache }: PageFolders = ownFolders): Promise<string> {
  const target = join(cache, await fingerprint(page));
  if (await exists(join(target, 'index.html'))) {
    const now = new Date();
    await utimes(target, now, now);
    return target;
  }
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'draft-'));
  try {
    await compile(page, draft);
    await rename(draft, target).catch(async (error: unknown) => {
      if (!(await exists(join(target, 'index.html')))) throw error;
    });
  } catch (error) {
    throw new Error(
      `Couldn't build the chat page: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await removeStale(cache, target);
  return target;
}

/** In a process of its own: Vite looks at NODE_ENV, and sets it, and neither may depend on who starts the sandbox. */
async function compile(page: string, outDir: string): Promise<void> {
  const compiler = join(here, 'page-compile.ts');
  try {
    await run(process.execPath, [compiler, page, outDir], {
      env: { ...process.env, NODE_ENV: 'production' },
      timeout: compileTimeoutMs,
    });
  } catch (error) {
    const { stderr } = error as { readonly stderr?: string };
    throw stderr?.trim() ? new Error(stderr.trim(), { cause: error }) : error;
  }
}

async function fingerprint(page: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of [
    ...(await filesIn(page)),
    join(here, 'page-compile.ts'),
    join(project, 'package-lock.json'),
  ]) {
    hash
      .update(relative(page, file))
      .update('\0')
      .update(await readFile(file))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Builds of older sources go away once nothing has started from them for a day. */
async function removeStale(cache: string, current: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const folder = join(cache, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (folder !== current && Date.now() - mtimeMs > staleMs)
      await rm(folder, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
