import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

it('the lock file has the packages of every platform, or a clean `npm ci` is refused', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const packages: Readonly<Record<string, LockedPackage>> = lock.packages;
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${place}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});
