import { describe, expect, it } from 'vitest';
import { usualAddressing } from '../../../../src/conversation/settings/addressing.ts';
import { Addressing } from '../../../../src/conversation/turns/addressing.ts';
import { AnswerGate } from '../../../../src/conversation/turns/answer-gate.ts';

class Scene {
  readonly verdicts: string[] = [];
  participants = 2;
  mustWait = false;
  readonly addressing = new Addressing({ ...usualAddressing, names: ['Emcee'] });
  readonly gate = new AnswerGate({
    addressing: this.addressing,
    participants: () => this.participants,
    mustWait: () => this.mustWait,
    onVerdict: (responseId, meant) => void this.verdicts.push(`${responseId} ${meant}`),
  });
}

describe('an answer', () => {
  it('to the only one there needs no transcript', () => {
    const scene = new Scene();
    scene.participants = 1;
    scene.gate.committed('i1', 'ann', 0);
    scene.gate.started('r1', 100, false);
    expect(scene.verdicts).toEqual(['r1 true']);
  });

  it('among several waits for its transcript, and a name in the draft is enough', () => {
    const scene = new Scene();
    scene.gate.committed('i1', 'ann', 0);
    scene.gate.started('r1', 100, false);
    scene.gate.hearing('i1', 'so what do');
    expect(scene.verdicts).toEqual([]);
    scene.gate.hearing('i1', 'so what do you think emcee');
    expect(scene.verdicts).toEqual(['r1 true']);
    scene.gate.heard('i1', 'So what do you think, MC?');
    expect(scene.verdicts).toHaveLength(1);
  });

  it('to what was not meant for it is refused, also when the transcript came first', () => {
    const scene = new Scene();
    scene.gate.committed('i1', 'ann', 0);
    scene.gate.heard('i1', 'Ben, are you there?');
    scene.gate.started('r1', 100, false);
    expect(scene.verdicts).toEqual(['r1 false']);
  });

  it('whose transcript never comes is refused after four seconds', () => {
    const scene = new Scene();
    scene.gate.committed('i1', 'ann', 0);
    scene.gate.started('r1', 100, false);
    scene.gate.tick(4_000);
    expect(scene.verdicts).toEqual([]);
    scene.gate.tick(4_100);
    expect(scene.verdicts).toEqual(['r1 false']);
  });

  it('that goes on for a tool is wanted, whatever was said meanwhile', () => {
    const scene = new Scene();
    scene.gate.committed('i2', 'ben', 0);
    scene.gate.heard('i2', 'Ann, have you seen this?');
    scene.gate.started('r2', 100, true);
    expect(scene.verdicts).toEqual(['r2 true']);
  });

  it('that nobody asked for is let', () => {
    const scene = new Scene();
    scene.gate.started('r1', 0, false);
    expect(scene.verdicts).toEqual(['r1 true']);
  });

  it('waits while an interruption is undecided, and is refused with what is held then', () => {
    const scene = new Scene();
    scene.participants = 1;
    scene.mustWait = true;
    scene.gate.committed('i1', 'ann', 0);
    scene.gate.started('r1', 100, false);
    expect(scene.verdicts).toEqual([]);
    scene.gate.refuseHeld();
    scene.mustWait = false;
    scene.gate.tick(200);
    expect(scene.verdicts).toEqual(['r1 false']);
  });

  it('to a turn that was refused before it was committed is refused', () => {
    const scene = new Scene();
    scene.participants = 1;
    scene.gate.refuse('i1', 0);
    scene.gate.committed('i1', 'ann', 10);
    scene.gate.started('r1', 100, false);
    expect(scene.verdicts).toEqual(['r1 false']);
  });

  it('to a turn that a button ended is wanted', () => {
    const scene = new Scene();
    scene.gate.committed('i1', 'ann', 0, true);
    scene.gate.started('r1', 100, false);
    expect(scene.verdicts).toEqual(['r1 true']);
  });
});
