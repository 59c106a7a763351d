import type { ConversationDesk } from '../../src/conversation/desk.ts';
import type { VoiceReplies } from '../../src/conversation/voice-replies/voice-replies.ts';
import { callSurface } from '../kit/call-surface.ts';
import type { FeatureSurface } from '../kit/surface.ts';
import { floorButtons, questionButtons, stopVoiceReply } from './buttons.ts';
import { converseSay } from './say.ts';
import { converseStart } from './start.ts';
import { converseTools } from './tools.ts';

/** Everything that people can use for conversations. */
export function conversationSurface(
  desk: ConversationDesk,
  replies: Pick<VoiceReplies, 'stop'>,
): FeatureSurface {
  const { commands, buttons, modals } = callSurface(desk);
  return {
    commands: [converseStart(desk), ...commands, converseSay(desk), converseTools(desk)],
    buttons: [...buttons, ...floorButtons(desk), ...questionButtons(desk), stopVoiceReply(replies)],
    modals,
  };
}
