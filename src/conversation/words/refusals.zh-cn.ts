import type { ConversationRefusal } from '../../refusal/conversation.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

export const conversationRefusals: RefusalSentences<ConversationRefusal> = {
  'call-floor-taken': ({ userId }) => `<@${userId}> 正在说，请等对方按下**说完了**。`,
  'call-no-floor': () => '这场对话不用按键发言，直接说就行。',
  'call-transcript-exposed': ({ channelId }) =>
    `这里有人看不到 <#${channelId}>，不能在这里写文字记录。请在那个频道自己的聊天里开始，或关掉文字记录。`,
  'call-cannot-voice': () => '我在这里没法把文字变成语音，请直接开口说。',
  'call-question-not-yours': ({ userId }) => `我问的是 <@${userId}>，只有对方可以回答。`,
  'call-question-over': () => '这个问题已经过期。还需要的话，再跟我说一次。',
  'call-questions-open': ({ of, limit }) =>
    of === 'person'
      ? `我还有 ${limit} 个问题等你回答，请先回答一个。`
      : `这场对话里我还有 ${limit} 个问题没人回答，请先回答一个。`,
  'call-channel-closed': () => '你不能在这场对话的文字频道里发言，所以我也不替你写。请管理员给你开通权限。',
  'call-options-clash': ({ options: [one, other] }) => `\`${one}\` 和 \`${other}\` 不能一起用，去掉一个吧。`,
};
