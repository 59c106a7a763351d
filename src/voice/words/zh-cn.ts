import type { VoiceWords } from './en.ts';

export const voiceWords = {
  ends: {
    asked: ({ channelId }) => `已按要求离开 <#${channelId}>。`,
    alone: ({ channelId }) => `<#${channelId}> 里的人都走了，所以我也离开了。`,
    idle: ({ channelId }) => `有一阵没事做，我离开了 <#${channelId}>。`,
    disconnected: ({ channelId }) =>
      `管理员把我移出了 <#${channelId}>。我不会自己回来，需要时请重新运行命令。`,
    'not-permitted': ({ channelId, permissions }) =>
      `我在 <#${channelId}> 没有${permissions}权限了，所以离开了。管理员可以重新给我。`,
    'channel-gone': () => '语音频道已删除，所以我停下了。',
    'guild-gone': () => '我不在这个服务器里了，所以停下了。',
    lost: ({ channelId }) => `我和 <#${channelId}> 的连接断了，没能恢复。请过一分钟再试，或更改频道区域。`,
    outdated: ({ channelId }) =>
      `我只好离开 <#${channelId}>：Discord 现在要求更新的语音加密。请机器人所有者更新我。`,
    refused: ({ channelId }) =>
      `我只好离开 <#${channelId}>：Discord 暂时不接受我的语音连接。请过几分钟再试。`,
    'shutting-down': ({ channelId }) => `我要下线了，先离开 <#${channelId}>。等我回来，请重新运行命令。`,
  },
  notices: {
    muted: ({ channelId }) => `🔇 我在 <#${channelId}> 被服务器静音了。管理员取消静音后，我会继续。`,
    'speak-missing': ({ channelId, permissions }) =>
      `🔇 <#${channelId}> 里没人能听到我：我没有${permissions}权限。管理员给我权限后，我会继续。`,
    suppressed: ({ channelId }) => `🔇 我在 <#${channelId}> 的听众席。讲台管理员让我发言后，我会继续。`,
    deafened: ({ channelId }) =>
      `我在 <#${channelId}> 被服务器耳机静音了，谁的声音都听不到。管理员可以取消。`,
    unintelligible: ({ channelId }) =>
      `我解不开 <#${channelId}> 里某人的加密语音。让对方退出频道再加入，可能有用。`,
    lost: ({ channelId }) => `📡 正在重新连接 <#${channelId}>……连上之前我听不到，也说不了话。`,
    'lost-midway': ({ channelId }) => `📡 正在重新连接 <#${channelId}>……连上后我会接着来。`,
    'heard-again': ({ channelId }) => `<#${channelId}> 里又能听到我了。`,
    'goes-on': ({ channelId }) => `<#${channelId}> 里又能听到我了。我接着来。`,
    'missed-words': ({ channelId }) => `<#${channelId}> 里又能听到我了。刚才说的我没听到，请再说一遍。`,
    'hears-again': ({ channelId }) => `我又能听到 <#${channelId}> 的声音了。`,
    'status-stuck': ({ channelId, permissions }) =>
      `⚠️ <#${channelId}> 的状态还写着我在那里，其实我已经不在了。管理员可以清除它，或者在那里给我${permissions}权限。`,
  },
} satisfies VoiceWords;
