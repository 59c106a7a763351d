import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Row {
  readonly item: string;
  readonly code: readonly string[];
  readonly tests: readonly { readonly path: string; readonly title: string }[];
}

const columns = '| Item | What holds | Code | Test |';
const page = readFileSync('docs/coverage.md', 'utf8').split('\n');
const rows: readonly Row[] = page
  .filter((line) => line.startsWith('| ') && line !== columns)
  .map((line) => {
    const [item = '', , code = '', test = ''] = line.slice(1, -1).split('|');
    return {
      item: item.trim(),
      code: [...code.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
      tests: [...test.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, path = '', title = '']) => ({ path, title })),
    };
  });

/** The source of a file with tests; empty when there is none. */
function sourceOf(path: string): string {
  const file = join('test', path);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

describe('docs/coverage.md', () => {
  it('has code and a test for every item', () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter(({ code, tests }) => code.length === 0 || tests.length === 0)).toEqual([]);
  });

  it('has the same columns in every table', () => {
    const heads = page.filter((line, index) => line.startsWith('| ') && page[index + 1]?.startsWith('|---'));
    expect(new Set(heads)).toEqual(new Set([columns]));
  });

  it('names code that exists', () => {
    const missing = rows.flatMap(({ item, code }) =>
      code.filter((path) => !existsSync(path)).map((path) => `${item}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('names tests by titles that exist', () => {
    const missing = rows.flatMap(({ item, tests }) =>
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
