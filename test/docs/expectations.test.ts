import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/operations.md', 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| \d+ · /.test(line))
  .map((line) => line.split(' | '));

test('each of the fifteen things that hosts expect has an answer, and a proof that is there', () => {
  expect(rows.map(([name]) => Number(/\d+/.exec(name ?? '')?.[0]))).toEqual(
    Array.from({ length: 15 }, (_, at) => at + 1),
  );
  for (const [name = '', here = '', proof = ''] of rows) {
    expect(here, name).not.toBe('');
    const files = [...proof.matchAll(/`([\w./-]+\.(?:test\.ts|yml))`/g)].map(([, file = '']) => file);
    const found = files.map((file) => (existsSync(file) ? file : globSync(`test/**/${file}`)[0]));
    expect(found, `${name}: ${files.join(', ')}`).not.toContain(undefined);
    if (!name.includes('arm64')) expect(found.length, name).toBeGreaterThan(0);
    const texts = found.map((file) => readFileSync(file ?? '', 'utf8')).join('\n');
    for (const [, title = ''] of proof.matchAll(/“([^”]+)”/g)) expect(texts, name).toContain(title);
  }
});
