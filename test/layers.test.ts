import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';

const bottom = ['authority', 'language', 'operations', 'refusal'];
const edges = ['community', 'discord', 'service', 'storage', 'voice', 'words'];
const feature = [...bottom, ...edges, 'media'];
const call = [...feature, 'call'];

/** Which parts of `src/` each part may import; whatever isn't here is refused. A `*.ts` is that one file and no more of its part. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  authority: ['language', 'operations', 'refusal'],
  language: ['authority', 'operations', 'refusal'],
  operations: ['authority', 'language', 'refusal'],
  refusal: ['authority', 'language', 'operations'],
  service: ['operations', 'language', 'refusal', 'authority'],
  storage: [...bottom, 'service'],
  media: [
    ...[...bottom, 'service', 'storage'],
    // Voice messages are Ogg Opus, too.
    ...['voice/packets/ogg-opus.ts', 'voice/packets/opus-codec.ts', 'voice/packets/opus-packet.ts'],
  ],
  discord: [...bottom, 'service', 'storage'],
  voice: [...bottom, 'storage', 'discord/messenger.ts'],
  community: [...bottom, 'discord', 'service', 'storage'],
  call: feature,
  video: feature,
  speech: feature,
  knowledge: feature,
  moderation: feature,
  limits: feature,
  privacy: feature,
  doctor: feature,
  conversation: call,
  interpreter: call,
  words: [
    ...feature,
    'call',
    'conversation',
    'doctor',
    'interpreter',
    'knowledge',
    'limits',
    'moderation',
    'privacy',
    'speech',
    'video',
  ],
  config: [...bottom, 'service', 'knowledge', 'storage/files/s3-settings.ts'],
};
const features = [
  'call',
  'conversation',
  'doctor',
  'interpreter',
  'knowledge',
  'limits',
  'media',
  'moderation',
  'privacy',
  'speech',
  'video',
];
const commandsImport = [...bottom, ...edges, ...features];

/** `src/video`, `commands`, `src/main.ts`: what a file belongs to. */
function partOf(path: string): string {
  const [top = '', second = ''] = path.split('/');
  return top === 'src' ? `${top}/${second}` : top;
}

function isAllowed(from: string, to: string): boolean {
  const [part, target] = [partOf(from), partOf(to)];
  if (part === target) return true;
  if (part === 'sandbox') return false;
  // The launcher stays small: of the bot, only what stands below everything else.
  if (part === 'launch') return target === 'sandbox' || target === 'src/operations';
  if (target === 'sandbox' || target === 'launch') return false;
  // What brings the parts together knows all of them.
  if (part === 'src/wiring' || part === 'src/main.ts')
    return target.startsWith('src/') || ['commands', 'package.json'].includes(target);
  const allowed = part === 'commands' ? commandsImport : (mayImport[part.slice('src/'.length)] ?? []);
  return allowed.some((each) => `src/${each}` === (each.endsWith('.ts') ? to : target));
}

/** Also of types, and of what's imported later. */
function wrongImports(path: string, source: string): readonly string[] {
  const found = source.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g);
  const targets = [...found].map(([, written = '']) => join(path, '..', written));
  return targets.filter((to) => !isAllowed(path, to)).map((to) => `${path} imports ${to}`);
}

/** What must be refused: a file, and what it would import. */
const against = [
  ['src/discord/a.ts', '../video/studio.ts'],
  ['src/discord/a.ts', '../words/index.ts'],
  ['src/storage/a.ts', '../community/consent.ts'],
  ['src/media/a.ts', '../video/job.ts'],
  ['src/media/inspection/a.ts', '../../config/config.ts'],
  ['src/voice/room/a.ts', '../../speech/desk.ts'],
  ['src/voice/room/a.ts', '../../words/index.ts'],
  ['src/voice/room/a.ts', '../../discord/layout.ts'],
  ['src/voice/a.ts', '../call/types.ts'],
  ['src/service/realtime/a.ts', '../../discord/client.ts'],
  ['src/service/realtime/conversation/a.ts', '../../../video/job.ts'],
  ['src/service/knowledge/a.ts', '../../knowledge/find.ts'],
  ['src/service/a.ts', '../storage/store.ts'],
  ['src/refusal/a.ts', '../discord/messenger.ts'],
  ['src/operations/a.ts', '../service/errors.ts'],
  ['src/authority/a.ts', '../community/consent.ts'],
  ['src/language/a.ts', '../words/index.ts'],
  ['src/community/a.ts', '../knowledge/find.ts'],
  ['src/video/a.ts', '../speech/desk.ts'],
  ['src/video/words/a.ts', '../../knowledge/words/en.ts'],
  ['src/speech/a.ts', '../config/config.ts'],
  ['src/speech/a.ts', '../call/types.ts'],
  ['src/speech/reading/emoji-names/a.ts', '../../../video/job.ts'],
  ['src/speech/a.ts', '../../sandbox/main.ts'],
  ['src/knowledge/a.ts', '../main.ts'],
  ['src/knowledge/a.ts', '../conversation/desk.ts'],
  ['src/call/a.ts', '../conversation/call.ts'],
  ['src/conversation/a.ts', '../interpreter/desk.ts'],
  ['src/interpreter/a.ts', '../conversation/desk.ts'],
  ['src/interpreter/a.ts', '../wiring/features.ts'],
  ['src/video/a.ts', '../../commands/kit/given.ts'],
  ['src/config/a.ts', '../../sandbox/ports.ts'],
  ['src/words/a.ts', '../../launch/run-bot.ts'],
  ['src/wiring/a.ts', '../../launch/run-bot.ts'],
  ['src/main.ts', '../sandbox/main.ts'],
  ['launch/a.ts', '../src/main.ts'],
  ['launch/a.ts', '../commands/video/index.ts'],
  ['commands/video/a.ts', '../../sandbox/main.ts'],
  ['commands/video/a.ts', '../../src/config/config.ts'],
  ['commands/video/a.ts', '../../src/wiring/features.ts'],
  ['sandbox/service/a.ts', '../../src/service/models.ts'],
  ['sandbox/main.ts', '../launch/stopping.ts'],
  ['sandbox/test/a.test.ts', '../../test/support/fake-clock.ts'],
  ['sandbox/discord/world/a.ts', '../../../commands/kit/surface.ts'],
] as const;

describe('the layers', () => {
  it.each(against)('%s may not import %s', (path, target) => {
    const written = [
      `import '${target}';`,
      `import {\n  a,\n} from '${target}';`,
      `export type { A } from '${target}';`,
      `await import('${target}');`,
      `type A = import('${target}').A;`,
    ];
    for (const source of written) expect(wrongImports(path, source), source).toHaveLength(1);
  });

  it('hold in every file', () => {
    const files = globSync('{src,commands,sandbox,launch}/**/*.{ts,js,mjs}');
    expect(files.length).toBeGreaterThan(800);
    expect(files.flatMap((path) => wrongImports(path, readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('have a line for every part', () => {
    const parts = globSync('src/*/').map((path) => path.slice('src/'.length));
    expect(parts.filter((part) => part !== 'wiring' && !(part in mayImport))).toEqual([]);
  });
});

it('the linter refuses files that import each other, types included', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emcee-layers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = JSON.parse(readFileSync('biome.json', 'utf8'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'a.ts'), "import type { B } from './b.ts';\nexport type A = B;\n");
  writeFileSync(join(folder, 'src', 'b.ts'), "export type { A } from './a.ts';\nexport type B = 1;\n");
  const biome = join(process.cwd(), 'node_modules', '.bin', 'biome');
  const linted = promisify(execFile)(biome, ['lint', '--reporter=github'], { cwd: folder });
  await expect(linted).rejects.toMatchObject({ stdout: expect.stringMatching(/noImportCycles.*src\/a\.ts/) });
});
