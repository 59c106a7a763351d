import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
const project = join(here, '..', '..');
const pageFolder = join(here, 'page');
const cacheFolder = join(project, 'node_modules', '.cache', 'emcee-console');
const staleMs = 24 * 3_600_000;
const compileTimeoutMs = 120_000;

/**
 * The folder with the built page. A build is named after the content of its sources and of the lock file, so an
 * existing one is used again and two starters at once cannot disturb each other.
 * @throws Error with the compiler's own message when the page does not build
 */
export async function builtPage(): Promise<string> {
  const target = join(cacheFolder, await fingerprint());
  if (await exists(join(target, 'index.html'))) {
    const now = new Date();
    await utimes(target, now, now);
    return target;
  }
  await mkdir(cacheFolder, { recursive: true });
  const draft = await mkdtemp(join(cacheFolder, 'draft-'));
  try {
    await compile(draft);
    await rename(draft, target).catch(async (error: unknown) => {
      if (!(await exists(join(target, 'index.html')))) throw error;
    });
  } catch (error) {
    throw new Error(
      `The chat page could not be built: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await removeStale(target);
  return target;
}

/** In a process of its own: Vite looks at NODE_ENV, and sets it, and neither may depend on who starts the sandbox. */
async function compile(outDir: string): Promise<void> {
  const compiler = join(here, 'page-compile.ts');
  try {
    await run(process.execPath, [compiler, pageFolder, outDir], {
      env: { ...process.env, NODE_ENV: 'production' },
      timeout: compileTimeoutMs,
    });
  } catch (error) {
    const { stderr } = error as { readonly stderr?: string };
    throw stderr?.trim() ? new Error(stderr.trim(), { cause: error }) : error;
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of [
    ...(await filesIn(pageFolder)),
    join(here, 'page-compile.ts'),
    join(project, 'package-lock.json'),
  ]) {
    hash
      .update(relative(project, file))
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
async function removeStale(current: string): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    const folder = join(cacheFolder, name);
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
