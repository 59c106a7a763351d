import { interpretCommandWords } from './commands.zh-cn.ts';
import type { InterpreterWords } from './en.ts';

export const interpreterWords = {
  commands: interpretCommandWords,
  panel: {
    name: (names) => `🌐 实时口译：${names.join('、')}`,
    title: (mention, channelId) => `**<#${channelId}> 里的实时口译**，由 ${mention} 发起`,
    activities: {
      opening: () => '🔌 正在连接……',
      listening: () => '👂 正在听',
      interpreting: ({ mention }) => (mention === undefined ? '🗣️ 有人在说话' : `🗣️ ${mention} 在说话`),
      speaking: () => '🔊 正在念译文',
      'catching-up': () => '⏩ 正在追赶进度，没念的内容看字幕',
      'waiting-to-connect': ({ waitSeconds }) => `⏳ 同时说话的人太多，${waitSeconds} 秒后轮到下一位。`,
      reconnecting: () => '📡 正在重新连接 AI 服务……',
      silenced: () => '🔇 我现在没法说话，可以说话时会接着翻译。',
      'same-language': () => '💤 大家说同一种语言，不需要翻译',
    },
    troubles: {
      'target-without-voice': '其中一种语言没有语音，只有字幕。',
      'voice-replaced': 'AI 服务没有这个音色，我换了一个。',
      'audio-dropped': '网络有点慢，我漏听了几个词。',
      'waited-too-long': '有人等得太久，开头几句我没听到。',
      'not-understood': '没听清，再说一遍？',
      'translation-failed': '有一句译文中断了。',
      'no-translation': 'AI 服务没有回应，再说一遍？',
      'last-words-lost': '有人最后几个词我没听到。',
      busy: 'AI 服务正忙，等几秒再说。',
      'connection-lost': '刚才和 AI 服务断开了一下。',
      'refused-request': 'AI 服务拒绝了一次请求。',
    },
    spoken: {
      off: '只有字幕，不出声。',
      'in-pauses': '没人说话时，我会念出译文。',
      'over-people': '我会马上念出译文，有人在说话也一样。',
    },
    captionsKept: '保留字幕',
    captionsPaused: '字幕已暂停',
    textKept: '保留全文',
    captions: {
      off: () => '没有字幕。',
      'one-thread': (channelId) => `字幕写在 <#${channelId}> 的子区里，并一直保留。`,
      'thread-per-language': (channelId) => `字幕写在 <#${channelId}> 的子区里，每种语言一个，并一直保留。`,
    },
    captionsHere: '字幕写在这里，并一直保留。',
    captionsHidden: '字幕已暂停：那里有人看不到我现在所在的语音频道。',
    person: (mention, speaks, reads) =>
      reads === undefined ? `- ${mention}：说${speaks}` : `- ${mention}：说${speaks}，看${reads}`,
    more: (people) => `- 还有 ${people} 人`,
    detected: '任意语言',
    readAlong: '看得到这个语音频道的人都可以按**我的字幕**自己看字幕，这些内容不保留。',
    ownLanguages: '语言不对？用 `/interpret me` 告诉我。',
    transcribed: '结束时会附上全文文件。',
    sessions: (open) => `${open} 路翻译进行中`,
  },
  buttons: { here: '在此显示字幕' },
  answers: {
    joined: (channelId, speaks) =>
      `🎙️ 你已加入：我能在 <#${channelId}> 里听到你，直到你按下**退出**。我会按${speaks}来听，不对的话用 \`/interpret me\` 改。要我记住，下次直接听你说吗？`,
    stopped: '⏹️ 口译已结束。',
    shown: '🖼️ 收到，翻译相关内容时我会参考这张图。',
    mine: (speaks, reads, ownCaptions) =>
      `✅ 你说${speaks}${reads === undefined ? '' : `，听和看${reads}`}${ownCaptions ? '，自己的语言也有字幕' : ''}。`,
    unsaid: '每次口译里排在第一的语言',
  },
  captions: {
    title: '字幕',
    cut: '—— *没说完*',
    opened: (channelId, language) =>
      `💬 <#${channelId}> 的实时字幕${language === undefined ? '' : `（${language}）`}。这里只有按下**加入**的人说的话。`,
    failed: '💬 没法创建字幕子区。按下**在此显示字幕**，字幕就写在本频道。',
    closed: (threadId) =>
      `💬 我没法再往 <#${threadId}> 里写了，口译照常进行。按下**在此显示字幕**，字幕就写在本频道。`,
    paused: (channelId) => `⏸️ 字幕已暂停：这里有人看不到 <#${channelId}>。`,
    resumed: '▶️ 字幕恢复了。',
    fileName: 'interpreted.txt',
    fileDescription: '口译全文和译文',
    fileSentence: '📄 口译全文和译文都在这里。',
    cutInFile: '[没说完]',
  },
  glossary: {
    title: (entries) => `**术语表：${entries} 条**`,
    entry: (term, heard) => `- ${term}（常听成：${heard}）`,
    termOnly: (term) => `- ${term}`,
    empty: '还没有术语。用 `/interpret glossary term:` 添加，并写上它常听成什么。',
    more: (entries) => `-# 还有 ${entries} 条`,
    alsoPronunciations: '-# `/speak pronounce` 里的名字也会用上。',
    added: (term) => `✅ 字幕以后会写成“${term}”。`,
    removed: (term) => `✅ 已删除“${term}”。`,
  },
  invited: (mention, channelId) => `${mention}，<#${channelId}> 里有实时口译。你不按**加入**，我就听不到你。`,
  endNotices: {
    'starter-left': '🚪 发起人离开了，我结束了口译。',
    'everybody-left': '🚪 大家都离开了，我结束了口译。',
    spent: '⏳ 今天的时长用完了，我结束了口译。',
    paused: '⏸️ 付费功能暂停了，我结束了口译。',
    idle: '💤 很久没人说话，我结束了口译。用 `/interpret start` 可以再叫我。',
    service: '❌ 出了问题，口译只能到此为止。',
  },
  restarted: (channelId) =>
    `♻️ 我重启了，<#${channelId}> 里的口译已经结束，我没有在听。用 \`/interpret start\` 重新开始。`,
  channelStatus: '🌐 实时口译：只听按下“加入”的人 · /interpret stop',
} satisfies InterpreterWords;
