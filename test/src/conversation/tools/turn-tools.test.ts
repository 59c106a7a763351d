import { describe, expect, it } from 'vitest';
import { ToolsByTurn, TurnTools } from '../../../../src/conversation/tools/turn-tools.ts';

const call = (given: string, name = 'weather') => ({ callId: 'c', name, arguments: given });
const turn = (itemId: string) => ({ itemId, userId: 'ann', atMs: 0 });

describe('the tools of a turn', () => {
  it('may be asked for in so many responses, of which the last leads to an answer', () => {
    const tools = new TurnTools(3);
    expect(['r1', 'r1', 'r2', 'r3', 'r4', 'r1', 'r5'].map((id) => tools.round(id))).toEqual([
      'open',
      'open',
      'open',
      'last',
      'spent',
      'open',
      'spent',
    ]);
    expect(tools.judge('r5', call('{}'))).toMatchObject({ is: 'refused' });
    expect(tools.judge('r3', call('{}'))).toMatchObject({ is: 'run' });
  });

  it.each([
    [
      '{"city":"Rome","at":{"day":1,"hour":2}}',
      ' { "at": {"hour": 2.0, "day": 1}, "city": "\\u0052ome" }',
      true,
    ],
    ['', '{}', true],
    ['[1,2]', '[2,1]', false],
    ['{"city":"Rome"}', '{"city":"rome"}', false],
    ['{"a":null}', '{}', false],
    ['{city', '{city', true],
    ['{city', '{town', false],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}', false],
  ])('%s and %s are equal: %s', async (first, second, equal) => {
    const tools = new TurnTools(4);
    const verdict = tools.judge('r1', call(first));
    if (verdict.is === 'run') verdict.keep(Promise.resolve('first'));
    const again = tools.judge('r2', call(second));
    expect(again.is).toBe(equal ? 'equal' : 'run');
    if (again.is === 'equal') expect(await again.result).toBe('first');
    expect(tools.judge('r2', call(first, 'stocks')).is).toBe('run');
  });

  it('are eight in one response at most, with arguments of a sensible length', () => {
    const tools = new TurnTools(4);
    const verdicts = Array.from({ length: 20 }, (_, nth) => tools.judge('r1', call(`{"n":${nth}}`)).is);
    expect(verdicts.filter((is) => is === 'run')).toHaveLength(8);
    expect(verdicts.slice(8).every((is) => is === 'refused')).toBe(true);
    expect(tools.judge('r2', call(`{"n":"${'x'.repeat(8_000)}"}`)).is).toBe('refused');
  });

  it('may have arguments as deep as they are long', () => {
    const deep = '['.repeat(3_999) + ']'.repeat(3_999);
    expect(new TurnTools(4).judge('r1', call(deep)).is).toBe('run');
  });
});

describe('turns', () => {
  it('have rounds and results of their own, and so has what nobody said', () => {
    const turns = new ToolsByTurn(1);
    expect(turns.of(turn('i1')).round('r1')).toBe('last');
    expect(turns.of(turn('i1')).round('r2')).toBe('spent');
    expect(turns.of(turn('i2')).round('r2')).toBe('last');
    expect(turns.of(undefined).round('r3')).toBe('last');
    expect(turns.of(undefined).round('r4')).toBe('spent');
  });

  it('are forgotten when many others came since they were asked about', () => {
    const turns = new ToolsByTurn(1);
    turns.of(turn('old')).round('r1');
    turns.of(turn('kept')).round('r1');
    for (let nth = 0; nth < 19; nth += 1) {
      turns.of(turn(`i${nth}`));
      turns.of(turn('kept'));
    }
    expect(turns.of(turn('kept')).round('r2')).toBe('spent');
    expect(turns.of(turn('old')).round('r2')).toBe('last');
  });
});
