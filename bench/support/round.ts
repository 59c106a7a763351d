import { z } from 'zod';
import { Child, type ChildOptions } from './child.ts';
import type { Sample } from './measurement.ts';

const sampleMessage = z.object({ sample: z.record(z.string(), z.number()) });

/** Runs a program that calls `reportSample`, and ends it when it takes longer than `timeoutMs`. */
export async function sampleFrom(options: ChildOptions, timeoutMs: number): Promise<Sample> {
  await using child = new Child(options);
  return (await child.receive(sampleMessage, timeoutMs)).sample;
}

/** For the program itself: says what the round gave and ends, with whatever timers are still running. */
export function reportSample(sample: Sample): void {
  process.send?.({ sample }, undefined, undefined, () => process.exit());
}

/** For a program of a round: it must not outlive the process that started it. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit(1));
}
