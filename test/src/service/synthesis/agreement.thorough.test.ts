import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCommand } from '../../../../sandbox/service/synthesis/commands.ts';
import { fittingVoice } from '../../../../sandbox/service/synthesis/fit.ts';
import { findSynthesisModel } from '../../../../sandbox/service/synthesis/models.ts';
import { TaskFailure } from '../../../../sandbox/service/synthesis/task-failure.ts';
import { checkSynthesis } from '../../../../src/service/synthesis/check.ts';
import type { SynthesisProblem } from '../../../../src/service/synthesis/problem.ts';
import type { SynthesisRequest } from '../../../../src/service/synthesis/synthesis-types.ts';
import type { VoiceListing } from '../../../../src/service/synthesis/voice-list.ts';
import { runTask } from '../../../../src/service/synthesis/wire.ts';
import { type DrawnRequest, drawnRequest, drawnVoice, rawRunTask } from '../../../support/drawn-synthesis.ts';

const cases = 4_000;
const withinMs = 10_000;

/** Why the stand-in refuses a message; undefined when it takes it. */
function refusalOf(message: object, voices: readonly VoiceListing[]): string | undefined {
  try {
    const command = readCommand(JSON.parse(JSON.stringify(message)));
    if (!('parameters' in command.payload)) return 'no run-task';
    const model = findSynthesisModel(command.payload.model, {});
    if (!model) return 'no such model';
    fittingVoice(model, command.payload.parameters, voices.map(labelled));
    return undefined;
  } catch (error) {
    if (error instanceof TaskFailure) return error.message;
    throw error;
  }
}

function labelled(voice: VoiceListing) {
  return { ...voice, label: voice.label ?? voice.name };
}

function problemsOf(request: DrawnRequest): readonly SynthesisProblem[] {
  return checkSynthesis(request as unknown as SynthesisRequest);
}

/**
 * What the client refuses although the document lets the service ignore it, so that nobody pays for something that does
 * nothing: a bit rate is "used when format is opus", the watermark goes into wav, mp3 and opus.
 */
function isIgnoredByService({ rule }: SynthesisProblem): boolean {
  return rule === 'other-format';
}

/** An instruction of spaces, a word replaced by nothing: the document says neither that it may be nor that it may not. */
function isLeftOpen(request: DrawnRequest, problems: readonly SynthesisProblem[]): boolean {
  const { instruction } = request;
  const isBlank = typeof instruction === 'string' && instruction.trim() === '';
  return isBlank || problems.some(({ rule }) => rule === 'empty');
}

describe('of the two readings of document 2 A', () => {
  test('what the client takes, the stand-in takes, as the client sends it', () => {
    let taken = 0;
    fc.assert(
      fc.property(drawnRequest(drawnVoice), (request) => {
        fc.pre(problemsOf(request).length === 0);
        taken += 1;
        const message = runTask(randomUUID(), request as unknown as SynthesisRequest, request.model);
        expect(refusalOf(message, [request.voice])).toBeUndefined();
        expect(refusalOf(rawRunTask(randomUUID(), request), [request.voice])).toBeUndefined();
      }),
      { numRuns: cases / 4, interruptAfterTimeLimit: withinMs, maxSkipsPerRun: 100 },
    );
    expect(taken).toBeGreaterThan(0);
  });

  test('what the client refuses, the stand-in refuses, unless the document lets it pass', () => {
    fc.assert(
      fc.property(drawnRequest(drawnVoice), (request) => {
        const problems = problemsOf(request).filter((problem) => !isIgnoredByService(problem));
        fc.pre(!isLeftOpen(request, problems));
        const refusal = refusalOf(rawRunTask(randomUUID(), request), [request.voice]);
        if (problems.length > 0) expect(refusal).toBeTypeOf('string');
        else expect(refusal).toBeUndefined();
      }),
      { numRuns: cases, interruptAfterTimeLimit: withinMs },
    );
  });
});
