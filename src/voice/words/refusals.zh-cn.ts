import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { VoiceRefusal } from '../../refusal/voice.ts';

export const voiceRefusals: RefusalSentences<VoiceRefusal> = {
  'voice-not-in-channel': () => '请先加入一个语音频道，再运行命令。',
  'voice-person-muted': () => '你被服务器静音了，所以我也不替你说话。请管理员取消静音。',
  'voice-elsewhere': ({ channelId }) =>
    channelId === undefined
      ? '我正在另一个语音频道里，一个服务器里我只能进一个。请稍后再试。'
      : `我已经在 <#${channelId}> 里了，一个服务器里我只能进一个语音频道。请到那里找我，或请那里的人让我停下。`,
  'voice-full': (facts) => `<#${facts.channelId}> 满了。请给我腾个位置，或换一个频道。`,
  'voice-nobody-there': (facts) => `<#${facts.channelId}> 里没有人。请先进去。`,
  'voice-muted': (facts) => `我在 <#${facts.channelId}> 被服务器静音了。管理员可以取消静音。`,
  'voice-audience': (facts) => `我在 <#${facts.channelId}> 的听众席，已经举手。讲台管理员可以邀请我发言。`,
  'voice-unreachable': (facts) => `我连不上 <#${facts.channelId}>。请过一分钟再试，或更改频道区域。`,
};
