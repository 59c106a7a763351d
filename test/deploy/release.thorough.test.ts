import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../sandbox/test/support/temporary-folder.ts';

const files = [
  'deploy',
  'package.json',
  'package-lock.json',
  'sandbox/package.json',
  'CHANGELOG.md',
  '.npmrc',
  '.gitignore',
];

/** Stands in for the program of that name, which needs the whole bot. */
const makeFixture = `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('test/fixtures/stores', { recursive: true });
writeFileSync('test/fixtures/stores/' + process.argv[2] + '.sqlite.gz', 'the store of ' + process.argv[2]);
`;

const apart = mkdtempSync(join(tmpdir(), 'emcee-release-'));
const [home, committed] = [join(apart, 'home'), join(apart, 'committed')];
const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
const gitIn =
  (cwd: string) =>
  (...args: readonly string[]) =>
    execFileSync('git', args, { cwd, env, encoding: 'utf8' }).trim();

/** What a release touches, all committed on main. Each test has a copy. */
beforeAll(() => {
  mkdirSync(home);
  for (const file of files) cpSync(file, join(committed, file), { recursive: true });
  writeFileSync(
    join(home, '.gitconfig'),
    '[user]\n  name = Releaser\n  email = releaser@example.invalid\n[init]\n  defaultBranch = main\n[gc]\n  auto = 0\n',
  );
  writeFileSync(
    join(committed, 'CHANGELOG.md'),
    '# Changes\n\n## Unreleased\n\n- A new thing.\n\n### Action needed\n\n- Turn it on.\n',
  );
  mkdirSync(join(committed, 'test/support'), { recursive: true });
  writeFileSync(join(committed, 'test/support/make-store-fixture.ts'), makeFixture);
  const packageFile = JSON.parse(readFileSync(join(committed, 'package.json'), 'utf8'));
  writeFileSync(join(committed, 'package.json'), JSON.stringify({ ...packageFile, version: '0.9.3' }));
  const git = gitIn(committed);
  git('init', '--quiet', '--template=');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'before');
});

afterAll(() => rmSync(apart, { recursive: true, force: true }));

function repository() {
  const folder = temporaryFolder();
  cpSync(committed, folder, { recursive: true, preserveTimestamps: true });
  const git = gitIn(folder);
  const change = (path: string, text: string) => writeFileSync(join(folder, path), text);
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const version = (path: string): string => JSON.parse(read(path)).version;
  const release = (number: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['deploy/release.ts', number], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    return { status, said: stdout + stderr };
  };
  /** The commit, what isn't committed, and the tags. */
  const state = () => [git('status', '--porcelain=v2', '--branch'), git('tag')];
  return {
    git,
    change,
    read,
    version,
    release,
    state,
    has: (path: string) => existsSync(join(folder, path)),
  };
}

test('a release has its version everywhere, its day, its notes in a tag, its store for the tests, and an SBOM', () => {
  const { git, read, version, release } = repository();
  const { status, said } = release('1.0.0');
  expect([status, said]).toEqual([0, expect.stringContaining('v1.0.0 is tagged')]);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s %D')).toMatch(/^chore\(release\): 1\.0\.0 .*tag: v1\.0\.0/);
  expect(git('tag', '--list', '--format=%(contents)')).toMatch(
    /^Emcee 1\.0\.0\n\n- A new thing\.\n\n### Action needed/,
  );
  expect(read('CHANGELOG.md')).toMatch(
    /^# Changes\n\n## Unreleased\n\n## 1\.0\.0 \(20\d\d-\d\d-\d\d\)\n\n- A new thing\./,
  );
  for (const path of ['package.json', 'sandbox/package.json', 'package-lock.json'])
    expect(version(path)).toBe('1.0.0');
  expect(git('show', 'v1.0.0:test/fixtures/stores/1.0.0.sqlite.gz')).toBe('the store of 1.0.0');
  const { packages } = JSON.parse(read('package-lock.json'));
  expect([packages[''].version, packages.sandbox.version]).toEqual(['1.0.0', '1.0.0']);
  const bill = JSON.parse(read('emcee-1.0.0.sbom.json'));
  expect(bill.metadata.component).toMatchObject({ name: 'emcee', version: '1.0.0' });
  const names: readonly string[] = bill.components.map(({ name }: { readonly name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['discord.js', '@discordjs/voice', 'zod']));
  for (const developers of ['vitest', 'fastify', 'node']) expect(names).not.toContain(developers);
});

test.each<[string, string, (world: ReturnType<typeof repository>) => void, RegExp]>([
  ['no version', 'one', () => undefined, /isn't a version/],
  ['a version that leaves one out', '0.11.0', () => undefined, /doesn't follow 0\.9\.3/],
  ['the version that is there', '0.9.3', () => undefined, /doesn't follow 0\.9\.3/],
  [
    'changes that nobody committed',
    '1.0.0',
    ({ change }) => change('.npmrc', ''),
    /commit what you have changed/,
  ],
  ['another branch', '1.0.0', ({ git }) => void git('checkout', '--quiet', '-b', 'idea'), /on main/],
  ['a tag that is there', '1.0.0', ({ git }) => void git('tag', 'v1.0.0'), /is there already/],
  [
    'a store of that version',
    '1.0.0',
    ({ change, git }) => {
      mkdirSync(join(git('rev-parse', '--show-toplevel'), 'test/fixtures/stores'), { recursive: true });
      change('test/fixtures/stores/1.0.0.sqlite.gz', 'old');
      git('add', '--all');
      git('commit', '--quiet', '--message', 'store');
    },
    /1\.0\.0\.sqlite\.gz is there already/,
  ],
  [
    'a store that cannot be made',
    '1.0.0',
    ({ change, git }) => {
      change('test/support/make-store-fixture.ts', 'process.exit(1);');
      // Not what this is about, and npm takes a second for it.
      change('deploy/sbom', '#!/bin/sh\necho {}\n');
      git('commit', '--quiet', '--all', '--message', 'broken');
    },
    /make-store-fixture/,
  ],
  [
    'nothing to tell',
    '1.0.0',
    ({ change, git }) => {
      change('CHANGELOG.md', '# Changes\n\n## Unreleased\n\n## 0.9.3 (2026-01-01)\n\n- Old.\n');
      git('commit', '--quiet', '--all', '--message', 'empty');
    },
    /says nothing/,
  ],
])('%s is no release, and nothing is changed', (_, number, prepare, reason) => {
  const world = repository();
  prepare(world);
  const before = world.state();
  const { status, said } = world.release(number);
  expect([status, said]).toEqual([1, expect.stringMatching(reason)]);
  expect(world.state()).toEqual(before);
  expect(world.has(`emcee-${number}.sbom.json`)).toBe(false);
});
