import type { VoiceReplies } from '../../src/conversation/voice-replies/voice-replies.ts';
import { actorOf } from '../../src/discord/actor.ts';
import type { ButtonRoute } from '../kit/surface.ts';

/** **Stop** under the answer to a voice message, while it grows. */
export function stopVoiceReply(replies: Pick<VoiceReplies, 'stop'>): ButtonRoute {
  return {
    feature: 'converse',
    action: 'reply-stop',
    acknowledge: 'update',
    run: async ({ interaction, id }) => replies.stop(actorOf(interaction), id),
  };
}
