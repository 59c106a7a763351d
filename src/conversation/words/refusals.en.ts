import type { ConversationRefusal } from '../../refusal/conversation.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

export const conversationRefusals: RefusalSentences<ConversationRefusal> = {
  'call-running-already': ({ channelId }) =>
    `I’m already talking in <#${channelId}>. Join me there, or stop me with \`/converse stop\`.`,
  'call-none': () => 'I’m not in a conversation here. Start one with `/converse start`.',
  'call-not-participant': () => 'You’re not in this conversation yet. Press **Join** first.',
  'call-floor-taken': ({ userId }) => `<@${userId}> has the floor. You’re next once they press **Done**.`,
  'call-no-floor': () => 'This conversation isn’t push-to-talk. Just start talking.',
  'call-cannot-voice': () => 'I can’t turn typed text into speech here. Say it out loud instead.',
};
