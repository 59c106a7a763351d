import type { ConversationRefusal } from '../../refusal/conversation.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

export const conversationRefusals: RefusalSentences<ConversationRefusal> = {
  'call-floor-taken': ({ userId }) => `<@${userId}> is talking. Wait until they press **Done**.`,
  'call-no-floor': () => "This conversation isn't push-to-talk. Just start talking.",
  'call-transcript-exposed': ({ channelId }) =>
    `Some people here can't see <#${channelId}>, so a transcript doesn't belong here. Start it from that channel's own chat, or without a transcript.`,
  'call-cannot-voice': () => "I can't turn typed text into speech here. Say it out loud instead.",
  'call-question-not-yours': ({ userId }) => `I'm asking <@${userId}>, so only they can answer.`,
  'call-question-over': () => "You're too late for that one. Ask me again if you still want it.",
  'call-questions-open': ({ of, limit }) =>
    of === 'person'
      ? `You still have ${limit} questions from me to answer. Press **Yes** or **No** on one first.`
      : `${limit} of my questions are still open in this conversation. Answer one first.`,
  'call-channel-closed': () =>
    "You can't write in this conversation's text channel, so I won't write there for you. Ask a moderator for access.",
  'call-options-clash': ({ options: [one, other] }) =>
    `\`${one}\` and \`${other}\` don't go together. Leave one of them out.`,
};
