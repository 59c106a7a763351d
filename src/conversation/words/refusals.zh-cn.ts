import { permissionWords } from '../../language/permissions.zh-cn.ts';
import { anyPermissionPhrase } from '../../language/phrases.ts';
import type { ConversationRefusal } from '../../refusal/conversation.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'zh');

export const conversationRefusals: RefusalSentences<ConversationRefusal> = {
  'call-running-already': ({ channelId }) =>
    `我已经在 <#${channelId}> 里对话了。去那里加入，或者用 \`/converse stop\` 让我停下。`,
  'call-none': () => '现在没有对话。用 `/converse start` 开始一场。',
  'call-over': () => '那场对话已经结束。用 `/converse start` 再开一场。',
  'call-not-participant': () => '你还没有加入这场对话。请先按 **加入**。',
  'call-elsewhere': ({ channelId }) => `对话在 <#${channelId}> 里，先进那个语音频道吧。`,
  'call-not-there': ({ channelId, anyOf }) =>
    `只有 <#${channelId}> 里的人或管理员（需要${any(anyOf)}权限）可以结束这场对话。`,
  'call-floor-taken': ({ userId }) => `现在轮到 <@${userId}> 发言，等对方说完就轮到你。`,
  'call-no-floor': () => '这场对话不用按键发言，直接说就行。',
  'call-cannot-voice': () => '我在这里没法把文字变成语音，请直接开口说。',
  'call-question-not-yours': ({ userId }) => `我问的是 <@${userId}>，只有对方可以回答。`,
  'call-question-over': () => '这个问题已经过期。还需要的话，再跟我说一次。',
  'call-options-clash': ({ options: [one, other] }) => `\`${one}\` 和 \`${other}\` 不能一起用，去掉一个吧。`,
  'call-picture-kind': () => '这个文件打不开。请发送 JPEG、PNG、WebP 或 BMP 图片。',
  'call-picture-large': ({ limitMegabytes, limitMegapixels }) =>
    `图片太大了。请换一张不超过 ${limitMegabytes} MB、${limitMegapixels} 百万像素的。`,
  'call-picture-early': () => '我得先听到有人说话才能看图。打个招呼，然后再试一次。',
  'call-picture-often': () => '我一秒只能看一张图，稍等一下再发。',
};
