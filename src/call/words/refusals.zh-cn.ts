import { permissionWords } from '../../language/permissions.zh-cn.ts';
import { anyPermissionPhrase } from '../../language/phrases.ts';
import type { CallKind, CallRefusal } from '../../refusal/call.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'zh');

type Say<Facts extends readonly unknown[] = []> = Readonly<Record<CallKind, (...facts: Facts) => string>>;

const alone: Say<[string]> = {
  conversation: (channelId) => `我还在 <#${channelId}> 里，不过那里没人了。按**过来这里**就在这里聊。`,
  interpreter: (channelId) => `我还在 <#${channelId}> 里，不过那里没人了。按**过来这里**就在这里口译。`,
};
const runningAlready: Say<[string | undefined]> = {
  conversation: (channelId) =>
    channelId === undefined
      ? '我正在对话，一个服务器里同时只能有一场。请稍后再试。'
      : `我已经在 <#${channelId}> 里对话了。请到那里加入，或者用 \`/converse stop\` 让我停下。`,
  interpreter: (channelId) =>
    channelId === undefined
      ? '我正在做口译，一个服务器里同时只能有一场。请稍后再试。'
      : `我已经在 <#${channelId}> 里做口译了。请到那里加入，或者用 \`/interpret stop\` 让我停下。`,
};
const otherRunning: Say<[string | undefined]> = {
  conversation: (channelId) =>
    `我正在${channelId ? ` <#${channelId}> 里` : ''}对话，没法同时做口译。先用 \`/converse stop\` 结束对话吧。`,
  interpreter: (channelId) =>
    `我正在${channelId ? ` <#${channelId}> 里` : ''}做口译，没法同时对话。先用 \`/interpret stop\` 结束口译吧。`,
};
const none: Say = {
  conversation: () => '现在没有对话。用 `/converse start` 开始一场。',
  interpreter: () => '我现在没有在做口译。用 `/interpret start` 开始。',
};
const over: Say = {
  conversation: () => '那场对话已经结束。用 `/converse start` 再开一场。',
  interpreter: () => '那次口译已经结束。用 `/interpret start` 重新开始。',
};
const notParticipant: Say = {
  conversation: () => '你还没有加入这场对话。请先按**加入**。',
  interpreter: () => '你还没有加入这次口译。请先按**加入**。',
};
const elsewhere: Say<[string]> = {
  conversation: (channelId) => `对话在 <#${channelId}> 里，先进那个语音频道吧。`,
  interpreter: (channelId) => `我在 <#${channelId}> 里做口译，先进那个语音频道吧。`,
};
const notThere: Say<[string, string]> = {
  conversation: (channelId, permissions) =>
    `只有 <#${channelId}> 里的人或管理员（需要${permissions}权限）可以结束这场对话。`,
  interpreter: (channelId, permissions) =>
    `只有 <#${channelId}> 里的人或管理员（需要${permissions}权限）可以结束口译。`,
};

export const callRefusals: RefusalSentences<CallRefusal> = {
  'call-transcripts-off': () => '本服务器关闭了文字记录。请不带 `transcript` 选项再试。',
  'call-running-already': ({ kind, channelId, alone: isAlone }) =>
    isAlone && channelId !== undefined ? alone[kind](channelId) : runningAlready[kind](channelId),
  'call-other-running': ({ kind, channelId }) => otherRunning[kind](channelId),
  'call-none': ({ kind }) => none[kind](),
  'call-over': ({ kind }) => over[kind](),
  'call-not-participant': ({ kind }) => notParticipant[kind](),
  'call-elsewhere': ({ kind, channelId }) => elsewhere[kind](channelId),
  'call-not-there': ({ kind, channelId, anyOf }) => notThere[kind](channelId, any(anyOf)),
  'call-option-moderators': ({ only, anyOf }) => {
    const what = { transcript: '开启文字记录', answers: '选择我什么时候回答' }[only];
    return `只有管理员（需要${any(anyOf)}权限）可以${what}。去掉 \`${only}\` 再开始吧。`;
  },
  'call-never-listen': () => '你说过永远不要听你说话。想改的话，用 `/privacy`，再按**重新允许**。',
  'call-picture-kind': () => '这个文件打不开。请发送 JPEG、PNG、WebP 或 BMP 图片。',
  'call-picture-large': ({ limitMegabytes, limitMegapixels }) =>
    `图片太大了。请换一张不超过 ${limitMegabytes} MB、${limitMegapixels * 100} 万像素的。`,
  'call-picture-early': () => '我得先听到有人说话才能看图。打个招呼，然后再试一次。',
  'call-pages-full': ({ limit }) => `已经有 ${limit} 人在看自己的字幕，再多我就跟不上了。子区里也有字幕。`,
  'call-picture-often': () => '图片发得太快了，稍等一下再试。',
};
