import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { everyRefusal } from '../../support/every-refusal.ts';

it('every refusal that has words is raised by something', () => {
  const files = globSync(['src/**/*.ts', 'commands/**/*.ts']).filter(
    (path) => !path.startsWith('src/refusal/') && !path.includes('/words/'),
  );
  const sources = files.map((path) => readFileSync(path, 'utf8')).join('\n');
  const codes = Object.values(everyRefusal).map(({ code }) => code);
  expect(codes.filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
});
