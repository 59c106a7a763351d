import { beforeEach, describe, expect, test } from 'vitest';
import { VoiceGate } from '../../../console/page/sound/voice-gate.ts';

const loud = 0.1;
const soft = 0.001;

let gate: VoiceGate<number>;
let next: number;

beforeEach(() => {
  gate = new VoiceGate({ threshold: 0.003, lookAheadFrames: 2, hangFrames: 3 });
  next = 0;
});

/** Pushes frames that are numbered, starting with 1, and says what left: the numbers of packets, `|` for a pause. */
function push(...amplitudes: readonly number[]): readonly (number | '|')[] {
  return amplitudes.flatMap((amplitude): (number | '|')[] => {
    next += 1;
    const output = gate.push(next, amplitude);
    if (output.kind === 'nothing') return [];
    return [output.kind === 'pause' ? '|' : output.packet];
  });
}

describe('the gate of the microphone', () => {
  test('lets nothing through while nobody speaks', () => {
    expect(push(...Array(20).fill(soft))).toEqual([]);
  });

  test('begins two frames before the first loud one', () => {
    expect(push(soft, soft, soft, loud, loud)).toEqual([2, 3]);
  });

  test('stays open for three frames after the last loud one, then pauses once', () => {
    expect(push(soft, soft, soft, loud, ...Array(10).fill(soft))).toEqual([2, 3, 4, 5, 6, 7, '|']);
  });

  test('says when it opens', () => {
    gate.push(1, loud);
    gate.push(2, loud);
    expect(gate.push(3, loud)).toEqual({ kind: 'packet', packet: 1, opens: true });
    expect(gate.push(4, loud)).toEqual({ kind: 'packet', packet: 2, opens: false });
  });

  test('muting ends the speech at once and forgets what was said before it', () => {
    expect(push(loud, loud, loud)).toEqual([1]);
    expect(gate.clear()).toEqual({ kind: 'pause' });
    expect(gate.clear()).toEqual({ kind: 'nothing' });
    expect(push(soft, soft, loud)).toEqual([4]);
  });
});
