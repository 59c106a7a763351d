import type { FeatureSurface } from '../../src/discord/command.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { again } from './again.ts';
import { decisions } from './decide.ts';
import { details } from './details.ts';
import { edit, edited } from './edit.ts';
import { videoText } from './text.ts';

/** Everything that people can do with videos. */
export function videoSurface(studio: VideoStudio): FeatureSurface {
  return {
    commands: [videoText(studio)],
    buttons: [again(studio), edit(studio), details(studio), ...decisions(studio)],
    modals: [edited(studio)],
  };
}
