import type { VideoModel } from './model.ts';

/** Every length in seconds that a model makes, shortest first. */
export function durationChoices({ duration }: Pick<VideoModel, 'duration'>): readonly number[] {
  switch (duration.rule) {
    case 'range': {
      const { minSeconds, maxSeconds } = duration;
      return Array.from({ length: maxSeconds - minSeconds + 1 }, (_, index) => minSeconds + index);
    }
    case 'oneOf':
      return duration.seconds;
    case 'fixed':
      return [duration.defaultSeconds];
  }
}
