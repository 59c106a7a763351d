import type { ConversationDesk } from '../../src/conversation/desk.ts';
import type { FeatureSurface } from '../kit/surface.ts';
import { floorButtons } from './floor.ts';
import { questionButtons } from './questions.ts';
import { converseSay } from './say.ts';
import { converseShow } from './show.ts';
import { converseStart, switchButton } from './start.ts';
import { converseStatus, detailsButton } from './status.ts';
import { converseStop, stopButton } from './stop.ts';
import { converseJoin, converseLeave, takePartButtons } from './take-part.ts';
import { converseTools } from './tools.ts';

/** Everything that people can use for conversations. */
export function conversationSurface(desk: ConversationDesk): FeatureSurface {
  return {
    commands: [
      converseStart(desk),
      converseStop(desk),
      converseStatus(desk),
      converseSay(desk),
      converseJoin(desk),
      converseLeave(desk),
      converseShow(desk),
      converseTools(desk),
    ],
    buttons: [
      ...takePartButtons(desk),
      stopButton(desk),
      detailsButton(desk),
      switchButton(desk),
      ...floorButtons(desk),
      ...questionButtons(desk),
    ],
    modals: [],
  };
}
