import type { VoiceWords } from './voice-words.ts';

export const voiceWords: VoiceWords = {
  ends: {
    asked: ({ channelId }) => `已按要求离开 <#${channelId}>。`,
    alone: ({ channelId }) => `<#${channelId}> 里的人都走了，所以我也离开了。`,
    idle: ({ channelId }) => `有一阵没事可做，我离开了 <#${channelId}>。`,
    disconnected: ({ channelId }) =>
      `管理员把我移出了 <#${channelId}>。我不会自己回来，可以时请重新运行命令。`,
    'not-permitted': ({ channelId, permissions }) =>
      `我在 <#${channelId}> 中没有了${permissions}权限，已经离开。管理员可以重新授予。`,
    'channel-gone': () => '语音频道被删除了，所以我停下了。',
    'guild-gone': () => '我被移出了服务器，所以停下了。',
    lost: ({ channelId }) => `我和 <#${channelId}> 的连接断了，没能恢复。请过一分钟再试，或更改频道区域。`,
    outdated: ({ channelId }) =>
      `我只好离开 <#${channelId}>：Discord 现在要求更新的语音加密。请机器人的所有者更新我。`,
    refused: ({ channelId }) =>
      `我只好离开 <#${channelId}>：Discord 暂时不接受我的语音连接。请过几分钟再试。`,
    'shutting-down': ({ channelId }) => `我要关机了，先离开 <#${channelId}>。等我回来后请重新运行命令。`,
  },
  notices: {
    muted: ({ channelId }) => `🔇 我在 <#${channelId}> 中被服务器静音了。管理员取消静音后我会继续。`,
    'speak-missing': ({ channelId, permissions }) =>
      `🔇 没人能在 <#${channelId}> 听到我：我缺少${permissions}权限。管理员授予后我会继续。`,
    suppressed: ({ channelId }) => `🔇 我在 <#${channelId}> 的听众席。讲台管理员让我发言后我会继续。`,
    deafened: ({ channelId }) => `我在 <#${channelId}> 中被服务器拒听，听不到任何人。管理员可以取消。`,
    unintelligible: ({ channelId }) => `我没法解密 <#${channelId}> 中某人的语音。退出频道再加入可能有用。`,
    lost: ({ channelId }) => `📡 正在重新连接 <#${channelId}>……连上后我会接着来。`,
    'heard-again': ({ channelId }) => `<#${channelId}> 里又能听到我了。我接着来。`,
    'hears-again': ({ channelId }) => `我又能听到 <#${channelId}> 的声音了。`,
  },
};
