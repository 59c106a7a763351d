import type { CallWords } from './en.ts';

export const callWords = {
  ended: {
    asked: '⏹️ 已结束',
    'starter-left': '🚪 已结束：发起人离开了',
    'everybody-left': '🚪 已结束：大家都离开了',
    spent: '⏳ 已结束：今天的时长用完了',
    idle: '💤 已结束：很久没人说话',
    room: '🚪 已结束：我不在语音频道里了',
    service: '❌ 已结束：AI 服务出了问题',
    'shutting-down': '♻️ 已结束：我正在重启',
  },
  endedBy: (mention) => `⏹️ ${mention} 结束了通话`,
  lasted: (minutes) => `${minutes} 分钟`,
  does: (name, channel, hears, region, kept) =>
    `**${name}**${channel === undefined ? '' : ` · ${channel}`} · ${hears}（AI 服务在${region}，${kept}）`,
  hears: (mentions, more) => `我只听 ${mentions.join('、')}${more > 0 ? `，还有 ${more} 人` : ''}`,
  hearsNobody: '我只听按下**加入**的人',
  waiting: '👂 等人按下“加入”',
  thisCall: (minutes) => `这次 ${minutes} 分钟`,
  dayOf: (mention, left, limit) => `${mention} 今天还剩 ${left} / ${limit} 分钟`,
  renewed: (time) => `${time}重置`,
  sent: (region) => `我只听按下**加入**的人说话，内容会发送到${region}的 AI 服务。`,
  nothingKept: '什么都不保留',
  servedMinutes: (minutes) => `AI 服务用了 ${minutes} 分钟`,
  reference: (reference) => `编号 ${reference}`,
  regions: { singapore: '新加坡', virginia: '美国弗吉尼亚', frankfurt: '德国法兰克福', beijing: '中国北京' },
  buttons: {
    join: '加入',
    leave: '退出',
    stop: '结束',
    details: '详情',
    continue: '用我的时长继续',
    remember: '在本服务器记住',
    forget: '不再记住',
  },
  myCaptions: {
    head: (channelId, language) =>
      `💬 <#${channelId}> 的${language}字幕，只有你看得到。大家说的话会出现在这里。`,
    goOn: '继续',
    soon: (when) => `⏳ ${when}暂停，按**继续**接着看。`,
    paused: '⏸️ 已暂停，按**继续**接着看。',
    hidden: '⏸️ 我现在所在的语音频道你看不到。',
    shown: '▶️ 可以接着看了。',
    over: '⏹️ 通话已结束。',
  },
  answers: {
    remembered: '✅ 记住了。下次你一进频道我就能听到你，按**不再记住**可以取消。',
    forgotten: '✅ 不再记住，下次会再问你。',
    left: '🔇 你已退出，我听不到你了。',
    notIn: '我本来就没有在听你说话。',
    here: '💬 好，接下来写在本频道。',
    continued: '✅ 接下来用你的时长。',
  },
  runsOut: {
    person: (mention, time) =>
      `⏳ ${mention} 今天的时长 ${time}用完，到时候通话会结束。谁来用自己的时长接着聊？`,
    all: (time) => `⏳ 本服务器今天的时长 ${time}用完，到时候通话会结束。`,
  },
  headphones: (channelId) => `🎧 你的麦克风把我在 <#${channelId}> 里的声音又传了回来，戴上耳机就好。`,
  fileTooLong: '[内容太长，一个文件放不下，开头请看子区。]',
} satisfies CallWords;
