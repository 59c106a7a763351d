import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FileOfPromises, Settling } from './settling.ts';

const files = globSync('{src,commands}/**/*.ts').map((path) => new FileOfPromises(path));
const saySo = new Set(files.flatMap(({ promised }) => [...promised]));

/** Promises that nobody waits for, although the text doesn't show why they can't reject. */
const known = [
  // Its work must not throw; if it does, the process should say so.
  'src/operations/clock.ts: this.#run()',
];

describe('promises', () => {
  it('of functions that say that they never reject have nothing that could', () => {
    expect(saySo.size).toBeGreaterThan(30);
    const rejecting = files.flatMap((file) =>
      [...file.promised].flatMap((name) => {
        const own = file.functions.get(name);
        return !own || new Settling(file, saySo).neverRejects(own) ? [] : [`${file.path}: ${name}`];
      }),
    );
    expect(rejecting).toEqual([]);
  });

  it('that nobody waits for never reject', () => {
    const floating = files.flatMap((file) => file.floating.map((call) => ({ file, call })));
    expect(floating.length).toBeGreaterThan(30);
    const rejecting = floating.flatMap(({ file, call }) => {
      const arrow = { ...call, type: 'ArrowFunctionExpression', body: call };
      return new Settling(file, saySo).neverRejects(arrow) ? [] : [`${file.path}: ${file.textOf(call)}`];
    });
    expect(rejecting.filter((each) => !known.some((place) => each.startsWith(place)))).toEqual([]);
  });
});
