import { z } from 'zod';
import { sizeFacts } from './sizes.ts';
import type { VideoUsage } from './task.ts';

/** A number, or the same as text; anything else counts as absent. */
const amount = z
  .union([
    z.number(),
    z
      .string()
      .max(40)
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .pipe(z.number().nonnegative())
  .optional()
  .catch(undefined);
const size = z
  .string()
  .max(20)
  .regex(/^\d+\*\d+$/)
  .optional()
  .catch(undefined);

/** `usage` of a task result: the union of document 1's three columns, each field optional. */
export const wireUsage = z.object({
  duration: amount,
  input_video_duration: amount,
  output_video_duration: amount,
  SR: amount,
  ratio: z.string().max(20).optional().catch(undefined),
  size,
  /** `gen2.5` and earlier: the billing value. */
  video_duration: amount,
  /** `gen2.5` and earlier: in spite of its name a `width*height`. */
  video_ratio: size,
});

export type WireUsage = z.infer<typeof wireUsage>;

/** All three kinds of usage → one; undefined when nothing in it can be billed. */
export function usageOf(wire: WireUsage): VideoUsage | undefined {
  const outputSeconds = wire.output_video_duration ?? wire.video_duration;
  const billedSeconds = wire.duration ?? wire.video_duration ?? sumOf(wire);
  if (billedSeconds === undefined) return undefined;
  const pixels = wire.size ?? wire.video_ratio;
  const tier = wire.SR ?? tierOf(pixels);
  return {
    billedSeconds,
    ...(outputSeconds === undefined ? {} : { outputSeconds }),
    ...(tier === undefined ? {} : { tier }),
    ...(wire.ratio === undefined ? {} : { ratio: wire.ratio }),
    ...(pixels === undefined ? {} : { size: pixels }),
  };
}

/** `gen2.5` and earlier tell the size only. */
function tierOf(size: string | undefined): number | undefined {
  const facts = size === undefined ? undefined : sizeFacts(size);
  return facts && Number.parseInt(facts.tier, 10);
}

function sumOf(wire: WireUsage): number | undefined {
  if (wire.output_video_duration === undefined) return undefined;
  return wire.output_video_duration + (wire.input_video_duration ?? 0);
}
