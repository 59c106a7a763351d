import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/architecture.md', 'utf8');
const quoted = [...page.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\s]+)`/g)];
const isPath = (name: string) => /^[\w.*-]+(\/[\w.*-]+)*\/?$/.test(name) && /\/|\.ts$/.test(name);
const packages = ['prism-media', 'discord.js'];
const paths = [...new Set(quoted.map(([, name = '']) => name))].filter(
  (name) => isPath(name) && !packages.includes(name),
);
const files = globSync('{src,commands,sandbox,launch,test,bench,docs}/**/*');

/** Tables name files as seen from the part that they are about. */
function isThere(path: string): boolean {
  if (existsSync(path)) return true;
  if (path.includes('*')) return globSync([path, `{src,sandbox,test}/**/${path}`]).length > 0;
  return files.some((file) => `/${file}`.endsWith(`/${path.replace(/\/$/, '')}`));
}

/** The table of terms: what each is called, and the files that have it. */
const terms = [...page.matchAll(/^\| ([\w ,-]+) \| [^|]+ \| ((?:`[^`]+` ?)+)\|$/gm)].map(
  ([, term = '', places = '']) => ({
    term,
    files: [...places.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }),
);

/** `fair queue` is `FairQueue` in code, too. */
function has(file: string, term: string): boolean {
  const words = term.split(/[ -]/).join('[ -]?');
  return existsSync(file) && new RegExp(words, 'i').test(readFileSync(file, 'utf8'));
}

describe('docs/architecture.md', () => {
  it('names files and folders that exist', () => {
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it('says where every part of the bot and of the sandbox is', () => {
    const parts = globSync(['src/*/', 'sandbox/*/']);
    expect(parts.length).toBeGreaterThan(20);
    expect(parts.filter((part) => !page.includes(`${part}/`))).toEqual([]);
  });

  it('has terms that their files have', () => {
    expect(terms.length).toBeGreaterThan(25);
    const missing = terms.flatMap(({ term, files: places }) =>
      places
        .filter((file) => !term.split(', ').some((each) => has(file, each)))
        .map((file) => `${file}: ${term}`),
    );
    expect(missing).toEqual([]);
  });
});
