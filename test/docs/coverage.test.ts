import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Item {
  readonly item: string;
  readonly code: readonly string[];
  readonly tests: readonly { readonly path: string; readonly title: string }[];
}

const folder = 'docs/coverage';
const pages = readdirSync(folder);

const items: readonly Item[] = pages
  .flatMap((page) =>
    readFileSync(join(folder, page), 'utf8')
      .split(/^- \*\*/m)
      .slice(1),
  )
  .map((text) => {
    const [item = '', ...lines] = text.split(/^#/m)[0]?.trimEnd().split('\n') ?? [];
    const code: string[] = [];
    const tests: { path: string; title: string }[] = [];
    for (const line of lines) {
      const paths = [...line.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
      const titles = [...line.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title);
      if (titles.length === 0) code.push(...paths);
      else tests.push(...titles.map((title) => ({ path: paths[0] ?? '', title })));
    }
    return { item: item.split('**')[0] ?? '', code, tests };
  });

/** The source of a file with tests; empty when there is none. Tests of the sandbox are in the sandbox. */
function sourceOf(path: string): string {
  const file = path.startsWith('sandbox/') ? path.replace('sandbox/', 'sandbox/test/') : join('test', path);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

describe('docs/coverage', () => {
  it('has code and a test for every item', () => {
    expect(items.length).toBeGreaterThan(100);
    expect(items.filter(({ code, tests }) => code.length === 0 || tests.length === 0)).toEqual([]);
  });

  it('has every page in its index', () => {
    const index = readFileSync('docs/coverage.md', 'utf8');
    expect(pages.filter((page) => !index.includes(`(coverage/${page})`))).toEqual([]);
  });

  it('names code that exists', () => {
    const missing = items.flatMap(({ item, code }) =>
      code.filter((path) => !existsSync(path)).map((path) => `${item}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('names tests by titles that exist', () => {
    const missing = items.flatMap(({ item, tests }) =>
      tests
        .filter(({ path, title }) => {
          const source = sourceOf(path);
          return !["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
        })
        .map(({ path, title }) => `${item}: ${path} “${title}”`),
    );
    expect(missing).toEqual([]);
  });
});
