import { countdown } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { SpendingPeriod, SpendingRefusal, SpendingScope, SpendingUnit } from '../../refusal/spending.ts';
import type { SpendingWords, UnitWords } from './spending.en.ts';

const number = (amount: number) => amount.toLocaleString('zh-CN');

/** Live time is stored in seconds and shown in minutes. */
const minutes = (seconds: number) => number(Math.floor(seconds / 60));

/** Voice messages take seconds. */
const isShort = (seconds: number) => seconds > 0 && seconds < 60;

const units: Readonly<Record<SpendingUnit, UnitWords>> = {
  'video-seconds': {
    amount: (amount) => `${number(amount)} 秒`,
    share: (left, limit) => `${number(left)} / ${number(limit)} 秒`,
    all: (limit) => `${number(limit)} 秒视频额度`,
    advice: '换个短一点的视频试试。',
  },
  'small-video-seconds': {
    amount: (amount) => `${number(amount)} 秒`,
    share: (left, limit) => `${number(left)} / ${number(limit)} 秒`,
    all: (limit) => `${number(limit)} 秒小模型视频额度`,
    advice: '换个短一点的视频试试。',
  },
  'spoken-characters': {
    amount: (amount) => `${number(amount)} 个字符`,
    share: (left, limit) => `${number(left)} / ${number(limit)} 个字符`,
    all: (limit) => `${number(limit)} 个字符的朗读额度`,
    advice: '换段短一点的文字试试。',
  },
  'live-seconds': {
    amount: (amount) => (isShort(amount) ? `${number(amount)} 秒` : `${minutes(amount)} 分钟`),
    share: (left, limit) =>
      isShort(left)
        ? `${number(left)} 秒 / ${minutes(limit)} 分钟`
        : `${minutes(left)} / ${minutes(limit)} 分钟`,
    all: (limit) => `${minutes(limit)} 分钟实时语音额度`,
    advice: '到时候再试试。',
  },
  searches: {
    amount: (amount) => `${number(amount)} 次搜索`,
    share: (left, limit) => `${number(left)} / ${number(limit)} 次搜索`,
    all: (limit) => `${number(limit)} 次搜索额度`,
    advice: '到时候再试试。',
  },
};

const things: Readonly<Record<SpendingUnit, string>> = {
  'video-seconds': '视频',
  'small-video-seconds': '小模型视频',
  'spoken-characters': '朗读',
  'live-seconds': '实时语音',
  searches: '搜索',
};

const now: Readonly<Record<SpendingPeriod, string>> = { day: '今天', month: '本月' };

const whose: Readonly<Record<SpendingScope, (when: string) => string>> = {
  person: (when) => `你${when}`,
  guild: (when) => `本服务器${when}`,
  bot: (when) => `所有服务器${when}合计`,
};

export const spendingWords = {
  all: (unit, most) => units[unit].all(most),
  thing: (unit) => things[unit],
  things,
  amount: (unit, amount) => units[unit].amount(amount),
  left: ({ unit, scope, period = 'day', left, limit }) =>
    `${scope === 'person' ? now[period] : whose[scope](now[period])}还剩 ${units[unit].share(left, limit)}`,
} satisfies SpendingWords;

export const spendingRefusals: RefusalSentences<SpendingRefusal> = {
  'quota-spent': ({ unit, scope, period = 'day', because, left, limit, asked, resetsAt }) => {
    const { amount, share, all, advice } = units[unit];
    const when = whose[scope](now[period]);
    if (limit === 0) {
      if (because === 'newcomer')
        return `加入服务器不满 7 天，还不能用${things[unit]}。管理员可以用 \`/limits\` 修改。`;
      return `本服务器${scope === 'person' ? '没有给你' : '没有'}开放${things[unit]}。管理员可以用 \`/limits\` 修改。`;
    }
    const resets = `（${countdown(resetsAt)}重置）`;
    return left > 0
      ? `这次要用 ${amount(asked)}，${when}只剩 ${share(left, limit)}${resets}。${advice}`
      : `${when}的 ${all(limit)}用完了${resets}。到时候再来吧。`;
  },
  'spending-paused': ({ by }) =>
    by === 'owner'
      ? '机器人所有者暂停了所有付费功能。请稍后再试。'
      : '管理员暂停了本服务器的所有付费功能。可以用 `/limits` 恢复。',
  'limit-unreadable': ({ given, most }) =>
    `“${given}”不是有效的限额。请填写不超过 ${number(most)} 的整数，或者“不限”、“默认”。`,
  'limits-full': ({ limit }) => `已经有 ${limit} 个身份组或成员有单独的限额。请先把其中一个改回“默认”。`,
  'price-unreadable': ({ given }) => `“${given}”不是有效的价格。请填写数字，例如 \`0.15\`。`,
  'bot-owner-only': () => '只有机器人所有者可以这样做。',
  'nothing-to-give-back': () => '本月没有对方的扣费记录，没有可以退还的额度。',
};
