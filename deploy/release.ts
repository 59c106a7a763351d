import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// `npm run release -- 1.0.0`: a release of what is committed on main, after `.ci/run` has passed. It writes the version and the date down, commits and tags
// them, keeps the release's store for the tests, and writes the SBOM. It publishes nothing.

const root = fileURLToPath(new URL('..', import.meta.url));

class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}

function write(path: string, text: string): void {
  writeFileSync(new URL(`../${path}`, import.meta.url), text);
}

function numbersOf(version: string): readonly number[] {
  const found = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/.exec(version);
  if (!found) throw new ReleaseError(`"${version}" isn't a version such as 1.0.0`);
  return found.slice(1).map(Number);
}

/** One step from the version before: 1.2.3 is followed by 1.2.4, 1.3.0 or 2.0.0, so that nobody looks for a release that never was. */
function follows(version: string, before: string): boolean {
  numbersOf(version);
  const [major = 0, minor = 0, patch = 0] = numbersOf(before);
  const next = [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`];
  return next.includes(version);
}

/** The change log with the version's own section, and what stands in it. */
function dated(changes: string, version: string, day: string): { text: string; notes: string } {
  const [head, rest, ...others] = changes.split(/^## Unreleased\n/m);
  if (head === undefined || rest === undefined || others.length > 0)
    throw new ReleaseError('CHANGELOG.md needs one section "## Unreleased"');
  const notes = (rest.split(/^## /m)[0] ?? '').trim();
  if (notes === '') throw new ReleaseError('CHANGELOG.md says nothing under "## Unreleased"');
  return { text: `${head}## Unreleased\n\n## ${version} (${day})\n${rest}`, notes };
}

function withVersion(path: string, version: string): void {
  const file = JSON.parse(read(path));
  file.version = version;
  for (const name of path === 'package-lock.json' ? ['', 'sandbox'] : [])
    file.packages[name].version = version;
  write(path, `${JSON.stringify(file, null, 2)}\n`);
}

/** Where the tests find the store that this release leaves behind. */
function keptStore(version: string): string {
  const path = `test/fixtures/stores/${version}.sqlite.gz`;
  if (existsSync(new URL(`../${path}`, import.meta.url))) throw new ReleaseError(`${path} is there already`);
  return path;
}

/** With jobs in flight, so that every later version is tested to start from it. */
function keepStore(version: string): void {
  execFileSync(process.execPath, ['test/support/make-store-fixture.ts', version], {
    cwd: root,
    stdio: 'pipe',
  });
}

function release(version: string): void {
  const before: string = JSON.parse(read('package.json')).version;
  if (!follows(version, before)) throw new ReleaseError(`${version} doesn't follow ${before}`);
  if (git('branch', '--show-current') !== 'main') throw new ReleaseError('releases are made on main');
  if (git('status', '--porcelain') !== '') throw new ReleaseError('commit what you have changed first');
  if (git('tag', '--list', `v${version}`) !== '') throw new ReleaseError(`v${version} is there already`);
  const { text, notes } = dated(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10));
  const store = keptStore(version);
  const bill = execFileSync(fileURLToPath(new URL('sbom', import.meta.url)), { encoding: 'utf8' });
  keepStore(version);
  write('CHANGELOG.md', text);
  const versioned = ['package.json', 'sandbox/package.json', 'package-lock.json'];
  for (const path of versioned) withVersion(path, version);
  git('add', store);
  git('commit', '--quiet', '--message', `chore(release): ${version}`, 'CHANGELOG.md', store, ...versioned);
  // Lines that begin with # are headings, not comments.
  git(
    'tag',
    '--annotate',
    '--cleanup=whitespace',
    '--message',
    `Emcee ${version}\n\n${notes}`,
    `v${version}`,
  );
  const billOf = JSON.parse(bill);
  billOf.metadata.component.version = version;
  write(`emcee-${version}.sbom.json`, `${JSON.stringify(billOf, null, 2)}\n`);
  console.log(
    [
      `v${version} is tagged. To publish it:`,
      `  git push origin main v${version}`,
      `  deploy/build-image ${version}`,
      `and attach emcee-${version}.oci.tar and emcee-${version}.sbom.json to the release. To take it back: git tag -d v${version} && git reset --hard HEAD~1`,
    ].join('\n'),
  );
}

try {
  release(process.argv[2] ?? '');
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(`${error.message}. Nothing was changed.`);
  process.exitCode = 1;
}
