import type { VoiceWords } from './voice-words.ts';

export const voiceWords: VoiceWords = {
  ends: {
    asked: ({ channelId }) => `我已按要求离开 <#${channelId}>。`,
    alone: ({ channelId }) => `<#${channelId}> 里已经没有人，我离开了。`,
    idle: ({ channelId }) => `我在 <#${channelId}> 里有一段时间无事可做，已经离开。`,
    disconnected: ({ channelId }) =>
      `管理员让我离开了 <#${channelId}>。我不会自己回来；需要时请再次使用命令。`,
    'not-permitted': ({ channelId, permissions }) =>
      `我在 <#${channelId}> 中不再拥有${permissions}权限，已经离开。管理员可以重新授予。`,
    'channel-gone': () => '语音频道已被删除，我停止了。',
    'guild-gone': () => '我已被移出服务器，因此停止。',
    lost: ({ channelId }) =>
      `我与 <#${channelId}> 的连接断开且无法恢复。请一分钟后再试；更改频道区域可能有帮助。`,
    outdated: ({ channelId }) =>
      `我不得不离开 <#${channelId}>：Discord 要求更新的语音加密方式。请运行我的人更新我。`,
    refused: ({ channelId }) =>
      `我不得不离开 <#${channelId}>：Discord 暂时不接受我的语音连接。请几分钟后再试。`,
    'shutting-down': ({ channelId }) => `我正在关闭，离开 <#${channelId}>。等我回来后请再次使用命令。`,
  },
  notices: {
    muted: ({ channelId }) => `我在 <#${channelId}> 中被静音，已暂停。管理员取消静音后我会继续。`,
    'speak-missing': ({ channelId, permissions }) =>
      `我在 <#${channelId}> 中无法被听到：缺少${permissions}权限。管理员授予后我会继续。`,
    suppressed: ({ channelId }) => `我在 <#${channelId}> 的听众席，已暂停。讲台管理员让我发言后我会继续。`,
    deafened: ({ channelId }) => `我在 <#${channelId}> 中被服务器禁听，听不到任何人。管理员可以取消。`,
    unintelligible: ({ channelId }) => `我无法解密 <#${channelId}> 中的语音。退出频道后重新加入可能有帮助。`,
    lost: ({ channelId }) => `我与 <#${channelId}> 的连接断开了，正在尝试恢复。`,
    'heard-again': ({ channelId }) => `在 <#${channelId}> 中又能听到我了，我继续。`,
    'hears-again': ({ channelId }) => `我在 <#${channelId}> 中又能听到声音了。`,
  },
};
