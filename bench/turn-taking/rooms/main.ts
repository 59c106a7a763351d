import { noisesThatCount, rows, smallSoundsThatCount } from './rows.ts';

/** `[part of a key] …`: prints a row for each class of sounds as they are in rooms, or only for those. */
const wanted = process.argv.slice(2);
for (const { key, label, target, measure } of rows) {
  if (wanted.length > 0 && !wanted.some((part) => key.includes(part))) continue;
  const startedMs = performance.now();
  const figure = await measure();
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  console.log(
    `${key.padEnd(13)} ${label.padEnd(62)} ${figure.toFixed(1).padStart(9)}  ${target.padEnd(6)} (${seconds} s)`,
  );
}
if (wanted.includes('noise')) console.log(noisesThatCount());
if (wanted.includes('small')) console.log(smallSoundsThatCount());
