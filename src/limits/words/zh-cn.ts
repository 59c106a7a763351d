import { limitsCommandWords } from './commands.zh-cn.ts';
import type { LimitsWords } from './en.ts';

const number = (amount: number) => amount.toLocaleString('zh-CN', { maximumFractionDigits: 2 });

const inMoney = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A space between characters and what isn't one. */
const before = (amount: string) => (/^[\p{Script=Han}*]/u.test(amount) ? amount : ` ${amount}`);
const between = (amount: string) =>
  /[\p{Script=Han}*]$/u.test(amount) ? before(amount) : `${before(amount)} `;

export const limitsWords = {
  commands: limitsCommandWords,
  title: '**额度**',
  rule: '以最严格的额度为准。**放宽**的额度会取代每人额度和新成员额度；服务器总额度和机器人所有者的上限不受影响。',
  subjects: { everyone: '每人', newcomers: '新成员', server: '整个服务器' },
  about: {
    everyone: '适用于每个人',
    newcomers: '适用于加入不满 7 天的每个人',
    server: '本服务器所有人合计',
    role: (mention) => `适用于每个有 ${mention} 的人`,
    person: (mention) => `适用于 ${mention}`,
  },
  day: (amount) => `每天${before(amount)}`,
  month: (amount) => `每月${before(amount)}`,
  none: '无',
  unlimited: '不限',
  default: '默认',
  byDefault: (amount) => `每天 ${amount}（默认）`,
  asEveryone: '与其他人相同',
  noOwn: '没有单独的额度',
  ownerAllows: (amount) => `机器人所有者允许每天 ${amount}`,
  lifts: '放宽：取代每人额度和新成员额度',
  isStrict: '仅在更严格时生效',
  paused: (mention, at) => `⏸️ ${mention} 暂停了付费功能（${at}）。`,
  everythingPaused: '⏸️ 机器人所有者暂停了所有服务器的付费功能。',
  goesOn: {
    videos: (count) => `${number(count)} 个视频`,
    texts: (count) => `${number(count)} 段朗读`,
    call: '一个通话（一分钟内结束）',
    paid: (things) => `已经付费，会继续：${things}`,
    waiting: (count) => `暂停结束后才会制作：${number(count)} 个视频`,
  },
  saved: '已保存。',
  unchanged: '尚未保存：',
  contradictions: {
    dayAboveMonth: (day, month) => `每天${between(day)}超过了每月${before(month)}。`,
    personAboveServer: (period, person, server) =>
      `一个人${period === 'day' ? '每天' : '每月'}可用${before(person)}，但整个服务器只有${before(server)}。`,
    newcomersAboveEveryone: (newcomers, everyone) =>
      `新成员可用${before(newcomers)}，但所有人只能用${before(everyone)}。以更严格的为准。`,
    aboveOwner: (given, owner) =>
      `每天${between(given)}超过了机器人所有者的上限（${owner}），实际以${between(owner)}为准。`,
  },
  buttons: {
    pause: '暂停付费',
    resume: '恢复付费',
    pauseAll: '暂停所有服务器',
    resumeAll: '恢复所有服务器',
    preview: '预览',
    giveBack: '退还',
    prices: '价格',
    anyway: '仍然保存',
    back: '返回',
    lift: '设为放宽',
    strict: '取消放宽',
    mine: '我的',
    server: '服务器',
    csv: 'CSV',
    months: { this: '本月', last: '上月' },
  },
  menus: {
    subject: '谁的额度？',
    role: '某个身份组的额度',
    person: '某个人的额度',
    giveBackTo: '退还给',
    by: '汇总方式',
  },
  form: {
    day: '每天',
    month: '每月',
    hint: (unit) => `${unit}：填数字，0 表示没有，也可填“不限”或“默认”`,
    units: {
      'video-seconds': '视频秒数',
      'small-video-seconds': '视频秒数',
      'spoken-characters': '字符数',
      'live-seconds': '分钟数',
      searches: '搜索次数',
    },
    prices: '价格',
    videoSecond: '每秒视频',
    thousandCharacters: '每 1,000 个朗读字符',
    liveMinute: '每分钟实时语音',
    currency: '货币',
    priceHint: '只想看用量的话，可以留空。',
    giveBack: '退还',
    what: '项目',
    amount: '数量',
    reason: '原因',
  },
  gaveBack: (amount, mention) => `已给 ${mention} 退还 ${amount}。`,
  preview: {
    title: '**本服务器一天最多能用多少**',
    none: '无',
    unlimited: '没有上限（不限）',
    money: (amount) => `每天最多花费 **${amount}**。`,
    moneyUnlimited: '因为有项目不限量，花费没有上限。',
    noPrices: '设置价格后可以看到金额。',
    together: (amount) => `两种视频合计：${amount}（机器人所有者的上限）`,
    unpriced: (things) => `还没有价格：${things}`,
    yesterday: '**按现在的额度，昨天谁用不了**',
    nobody: (people) =>
      people === 0 ? '没有人。昨天没有人使用过。' : `没有人。昨天有 ${number(people)} 人使用过。`,
    line: (mention, used, most) => `${mention}：用了 ${used}；上限：${most}`,
    server: '整个服务器',
    more: (count) => `……还有 ${number(count)} 项`,
    cut: '只检查了用量最多的 500 人。',
  },
  usage: {
    mine: '**你在这里的用量**',
    server: '**本服务器的用量**',
    days: (from, to) => `${from} 至 ${to}（UTC）`,
    today: (amount) => `今天 ${amount}`,
    thisMonth: (amount) => `本月 ${amount}`,
    lastMonth: (amount) => `上月 ${amount}`,
    empty: '还没有用量。试试 `/video text`。',
    emptyServer: '还没有用量。',
    by: { feature: '按功能', person: '按成员', day: '按日期' },
    more: (count) => `……还有 ${number(count)} 项，全部在 **CSV** 里。`,
    total: (amount) => `合计 ${amount}`,
    file: '按成员、日期和功能列出的用量',
  },
  money: (amount, currency) =>
    amount > 0 && amount < 0.005 ? `不到 ${currency}0.01` : `${currency}${inMoney.format(amount)}`,
} satisfies LimitsWords;
