import { countdown } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { SpendingRefusal, SpendingScope, SpendingUnit } from '../../refusal/spending.ts';
import type { SpendingWords, UnitWords } from './spending-words.ts';

const minutes = (seconds: number) => Math.floor(seconds / 60);

const units: Readonly<Record<SpendingUnit, UnitWords>> = {
  'video-seconds': {
    amount: (amount) => `${amount} 秒`,
    share: (left, limit) => `${left} / ${limit} 秒`,
    all: (limit) => `${limit} 秒视频额度`,
    advice: '换个短一点的视频试试。',
  },
  'spoken-characters': {
    amount: (amount) => `${amount} 个字符`,
    share: (left, limit) => `${left} / ${limit} 个字符`,
    all: (limit) => `${limit} 个朗读字符`,
    advice: '换段短一点的文字试试。',
  },
  'live-seconds': {
    amount: (amount) => `${minutes(amount)} 分钟`,
    share: (left, limit) => `${minutes(left)} / ${minutes(limit)} 分钟`,
    all: (limit) => `${minutes(limit)} 分钟实时对话额度`,
    advice: '到时候再试试。',
  },
};

const whose: Readonly<Record<SpendingScope, string>> = {
  person: '你',
  guild: '本服务器',
  bot: '这个机器人在所有服务器',
};
const small: Readonly<Record<SpendingScope, string>> = {
  person: '',
  guild: '本服务器',
  bot: '所有服务器合计',
};

export const spendingWords: SpendingWords = {
  left: ({ unit, scope, left, limit }) => `${small[scope]}今天还剩 ${units[unit].share(left, limit)}`,
};

export const spendingRefusals: RefusalSentences<SpendingRefusal> = {
  'quota-spent': ({ unit, scope, left, limit, asked, resetsAt }) => {
    const { amount, share, all, advice } = units[unit];
    const resets = `（${countdown(resetsAt)} 重置）`;
    return left > 0
      ? `这次需要 ${amount(asked)}，而${whose[scope]}今天只剩 ${share(left, limit)}${resets}。${advice}`
      : `${whose[scope]}今天的 ${all(limit)}已经用完${resets}。到时候再来吧。`;
  },
};
