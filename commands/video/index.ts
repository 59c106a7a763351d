import type { VideoStudio } from '../../src/video/studio.ts';
import type { FeatureSurface } from '../kit/surface.ts';
import { again } from './again.ts';
import { decisions, videoCancel } from './decide.ts';
import { deletions } from './delete.ts';
import { details, videoStatus } from './details.ts';
import { edit, edited } from './edit.ts';
import { madeOfMessage, makeOfMessage, referred, referToMessage } from './from-message.ts';
import { cancelFromList, listPage, openFromList, videoList } from './list.ts';
import { presetButtons, presetList, presetOpen, presetSave } from './presets.ts';
import { videoReference } from './reference.ts';
import { reopen } from './refused-form.ts';
import { repost, videoShow } from './repost.ts';
import { reported, reviewButtons } from './review.ts';
import { sendFile } from './send-file.ts';
import { videoText } from './text.ts';

/** Everything that people can do with videos. */
export function videoSurface(studio: VideoStudio): FeatureSurface {
  return {
    commands: [
      videoText(studio),
      videoReference(studio),
      videoStatus(studio),
      presetSave(studio),
      presetList(studio),
      videoList(studio),
      videoShow(studio),
      videoCancel(studio),
    ],
    messageCommands: [makeOfMessage(studio), referToMessage(studio)],
    buttons: [
      again(studio),
      edit(studio),
      details(studio),
      sendFile(studio),
      repost(studio),
      listPage(studio),
      cancelFromList(studio),
      reopen(studio),
      ...presetButtons(studio),
      ...decisions(studio),
      ...deletions(studio),
      ...reviewButtons(studio),
    ],
    selects: [openFromList(studio), presetOpen(studio)],
    modals: [edited(studio), madeOfMessage(studio), referred(studio), reported(studio)],
  };
}
