import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtPage, type PageFolders } from '../../console/page-build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function smallPage(script: string): PageFolders {
  const folder = temporaryFolder();
  const folders = { page: join(folder, 'page'), cache: join(folder, 'cache') };
  mkdirSync(folders.page);
  writeFileSync(
    join(folders.page, 'index.html'),
    '<!doctype html><html lang="en"><head><script type="module" src="./main.ts"></script></head></html>',
  );
  writeFileSync(join(folders.page, 'main.ts'), script);
  return folders;
}

test('builds once, and again only when a source changed', async () => {
  const folders = smallPage('document.title = "one";');
  const first = await builtPage(folders);
  expect(await builtPage(folders)).toBe(first);
  writeFileSync(join(folders.page, 'main.ts'), 'document.title = "two";');
  const second = await builtPage(folders);
  expect(second).not.toBe(first);
  const [script = ''] = readdirSync(join(second, 'assets'));
  expect(readFileSync(join(second, 'assets', script), 'utf8')).toContain('two');
});

test('two starters at once get the same page', async () => {
  const folders = smallPage('document.title = "both";');
  const [first, second] = await Promise.all([builtPage(folders), builtPage(folders)]);
  expect(first).toBe(second);
  expect(readdirSync(folders.cache)).toHaveLength(1);
});

test('a page that does not build is an error that says what is wrong, and leaves nothing behind', async () => {
  const folders = smallPage('import "./missing.ts";');
  await expect(builtPage(folders)).rejects.toThrow(/Couldn't build the chat page[\s\S]*missing\.ts/);
  expect(readdirSync(folders.cache)).toEqual([]);
});

test('does not depend on the NODE_ENV of who starts it, nor changes it', async () => {
  const before = process.env.NODE_ENV;
  const folders = smallPage('document.title = import.meta.env.PROD ? "production" : "development";');
  const built = await builtPage(folders);
  const [script = ''] = readdirSync(join(built, 'assets'));
  expect(readFileSync(join(built, 'assets', script), 'utf8')).toContain('production');
  expect(process.env.NODE_ENV).toBe(before);
});
