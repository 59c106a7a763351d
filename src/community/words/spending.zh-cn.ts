import { countdown } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { SpendingRefusal, SpendingScope, SpendingUnit } from '../../refusal/spending.ts';
import type { SpendingWords, UnitWords } from './spending.en.ts';

const number = (amount: number) => amount.toLocaleString('zh-CN');

/** Live time is stored in seconds and shown in minutes. */
const minutes = (seconds: number) => number(Math.floor(seconds / 60));

const units: Readonly<Record<SpendingUnit, UnitWords>> = {
  'video-seconds': {
    amount: (amount) => `${number(amount)} 秒`,
    share: (left, limit) => `${number(left)} / ${number(limit)} 秒`,
    all: (limit) => `${number(limit)} 秒视频额度`,
    advice: '换个短一点的视频试试。',
  },
  'spoken-characters': {
    amount: (amount) => `${number(amount)} 个字符`,
    share: (left, limit) => `${number(left)} / ${number(limit)} 个字符`,
    all: (limit) => `${number(limit)} 个字符的朗读额度`,
    advice: '换段短一点的文字试试。',
  },
  'live-seconds': {
    amount: (amount) => `${minutes(amount)} 分钟`,
    share: (left, limit) => `${minutes(left)} / ${minutes(limit)} 分钟`,
    all: (limit) => `${minutes(limit)} 分钟实时语音额度`,
    advice: '到时候再试试。',
  },
};

const whose: Readonly<Record<SpendingScope, { today: string; small: string }>> = {
  person: { today: '你今天', small: '今天' },
  guild: { today: '本服务器今天', small: '本服务器今天' },
  bot: { today: '所有服务器今天合计', small: '所有服务器今天合计' },
};

export const spendingWords = {
  left: ({ unit, scope, left, limit }) => `${whose[scope].small}还剩 ${units[unit].share(left, limit)}`,
} satisfies SpendingWords;

export const spendingRefusals: RefusalSentences<SpendingRefusal> = {
  'quota-spent': ({ unit, scope, left, limit, asked, resetsAt }) => {
    const { amount, share, all, advice } = units[unit];
    const { today } = whose[scope];
    const resets = `（${countdown(resetsAt)}重置）`;
    return left > 0
      ? `这次要用 ${amount(asked)}，${today}只剩 ${share(left, limit)}${resets}。${advice}`
      : `${today}的 ${all(limit)}用完了${resets}。到时候再来吧。`;
  },
};
