import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { runTestsInAFolder } from './support/tests-in-a-folder.ts';

const runner = ['test/run.ts'];
const project = (name: string, include: readonly string[]) => ({ extends: true, test: { name, include } });
const projects = [
  project('scenes', ['scene.test.mjs']),
  project('scenes of the image', ['image.test.mjs']),
  project('units', ['unit.test.mjs']),
];
const linesOf = (text: string) => text.trimEnd().split('\n');
const tallies = (text: string) => linesOf(text).filter((line) => line.includes(' passed, '));

const priority = (wanted: number) =>
  `import { getPriority } from 'node:os'; test('priority', () => { expect(getPriority()).toBe(${wanted}); });`;

test('units leave the processors to scenes, and the last line counts both', () => {
  const own = getPriority();
  const back = Math.min(own + 10, 19);
  const { stdout, status } = runTestsInAFolder(
    runner,
    { 'scene.test.mjs': priority(own), 'image.test.mjs': priority(own), 'unit.test.mjs': priority(back) },
    { projects },
  );
  expect(tallies(stdout)).toEqual([linesOf(stdout).at(-1)]);
  expect(stdout).toMatch(/^3 passed, 0 failed, 0 skipped$/m);
  expect(status).toBe(0);
});

test.each(['scene', 'unit'])('what fails in a %s fails the run, and everything else is run', (place) => {
  const files = { 'scene.test.mjs': "test('s', () => {});", 'unit.test.mjs': "test.skip('u', () => {});" };
  const failing = { [`${place}.test.mjs`]: "test('f', () => { throw new Error('f'); });" };
  const { stdout, status } = runTestsInAFolder(runner, { ...files, ...failing }, { projects });
  if (place === 'scene') expect(stdout).toContain('skipped: unit.test.mjs');
  expect(linesOf(stdout).at(-1)).toBe(
    place === 'scene' ? '0 passed, 1 failed, 1 skipped' : '1 passed, 1 failed, 0 skipped',
  );
  expect(status).toBe(1);
});

test('a run that ends before it has counted its tests has no last line, and has failed', () => {
  const { stdout, status } = runTestsInAFolder(
    runner,
    { 'scene.test.mjs': "test('s', () => {});", 'unit.test.mjs': "test('u', () => {});" },
    { projects: [project('scenes', ['scene.test.mjs'])] },
  );
  expect(tallies(stdout)).toEqual([]);
  expect(status).toBe(1);
});

test('a run of no tests has failed', () => {
  const { stdout, status } = runTestsInAFolder(runner, {}, { projects });
  expect(linesOf(stdout).at(-1)).toBe('0 passed, 0 failed, 0 skipped');
  expect(status).toBe(1);
});
