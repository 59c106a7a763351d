import type { ConversationRefusal } from '../../refusal/conversation.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

export const conversationRefusals: RefusalSentences<ConversationRefusal> = {
  'call-running-already': ({ channelId }) =>
    `我已经在 <#${channelId}> 里对话了。去那里加入，或者用 \`/converse stop\` 让我停下。`,
  'call-none': () => '现在没有对话。用 `/converse start` 开始一场。',
  'call-not-participant': () => '你还没有加入这场对话。请先按 **加入**。',
  'call-floor-taken': ({ userId }) => `现在轮到 <@${userId}> 发言，等对方说完就轮到你。`,
  'call-no-floor': () => '这场对话不用按键发言，直接说就行。',
  'call-cannot-voice': () => '我在这里没法把文字变成语音，请直接开口说。',
};
