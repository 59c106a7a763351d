import type { Write } from './watch.ts';

const inCall = /this call (\d+) min|这次 (\d+) 分钟/gu;
const warned = /run out|用完/u;

/** What people were told about minutes, and whether it's what passed. */
export function minutesTold(writes: readonly Write[], livedMs: number) {
  const told = writes.flatMap(({ text }) =>
    [...text.matchAll(inCall)].map((match) => Number(match[1] ?? match[2])),
  );
  return {
    lived: Math.round(livedMs / 6_000) / 10,
    last: told.at(-1),
    most: told.length === 0 ? undefined : Math.max(...told),
    warnings: [...new Set(writes.filter(({ text }) => warned.test(text)).map(({ text }) => text))],
  };
}
