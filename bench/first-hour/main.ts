import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FirstHour } from './first-hour.ts';
import { moderate } from './moderator.ts';

/**
 * `node bench/first-hour/main.ts [--locale zh-CN] [--width 390] [--keyboard] [--out FOLDER]`: the real bot on the stand-ins, new
 * to an empty server, and two people's pages in Chromium: a moderator's first hour step by step. Each step leaves a picture for someone to look at.
 */
const { values } = parseArgs({
  options: {
    locale: { type: 'string', default: 'en-US' },
    width: { type: 'string', default: '1280' },
    keyboard: { type: 'boolean', default: false },
    out: { type: 'string', default: join('data', 'first-hour') },
  },
});
const { locale, keyboard, out } = values;
const width = Number(values.width);
const folder = join(out, ['moderator', locale, values.width, ...(keyboard ? ['keyboard'] : [])].join('-'));
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await using hour = await FirstHour.open({
  locale,
  width,
  isKeyboard: keyboard,
  folder,
  isOperators: false,
});
try {
  await moderate(hour);
} catch (error) {
  await hour.owner.shoot('failed');
  await hour.member.shoot('failed');
  throw error;
} finally {
  console.log(JSON.stringify(hour.told(), undefined, 1));
}
