import { tierNumber, wireSize } from './sizes.ts';
import type { Task } from './task.ts';

/**
 * Document 1, "`usage` fields by request kind".
 *
 * @param inputVideoSeconds how long the reference videos last together, in whole seconds.
 */
export function usageOf({ model, request, outcome }: Task, inputVideoSeconds: number) {
  const { format, durationSeconds } = request;
  const wrongly = outcome?.kind === 'billed' ? outcome.seconds : undefined;
  if (model.kind === 'legacy-text' && model.usage === 'earlier') {
    return { video_duration: wrongly ?? durationSeconds, video_ratio: wireSize(format), video_count: 1 };
  }
  return {
    duration: wrongly ?? inputVideoSeconds + durationSeconds,
    input_video_duration: inputVideoSeconds,
    output_video_duration: durationSeconds,
    SR: tierNumber(format.tier),
    ...(model.kind === 'new-text' ? { ratio: format.ratio } : { size: wireSize(format) }),
    video_count: 1,
  };
}
