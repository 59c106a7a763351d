import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FirstHour } from './first-hour.ts';
import { meetTroubles } from './operator.ts';

/**
 * `node bench/first-hour/trouble.ts [--locale zh-CN] [--width 390] [--out FOLDER]`, as root, because it mounts a disk of 300 MB: an operator's
 * troubles with the real bot on the stand-ins, on the pages of its owner and a member.
 */
const { values } = parseArgs({
  options: {
    locale: { type: 'string', default: 'en-US' },
    width: { type: 'string', default: '1280' },
    out: { type: 'string', default: join('data', 'first-hour') },
  },
});
const { locale, width, out } = values;
const folder = join(out, ['operator', locale, width].join('-'));
const disk = join(folder, 'disk');
await rm(folder, { recursive: true, force: true });
await mkdir(disk, { recursive: true });
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', disk]);
try {
  const options = { locale, width: Number(width), isKeyboard: false, folder };
  await using hour = await FirstHour.open({ ...options, isOperators: true, dataDir: disk });
  try {
    await meetTroubles(hour, disk);
  } finally {
    console.log(JSON.stringify(hour.told(), undefined, 1));
  }
} finally {
  execFileSync('umount', ['-l', disk]);
}
