import { countdown } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { SpendingRefusal } from '../../refusal/spending.ts';

export const spendingRefusals: RefusalSentences<SpendingRefusal> = {
  'quota-spent': (facts) => {
    const whose = facts.scope === 'person' ? '你' : '本服务器';
    const until = countdown(facts.resetsAt);
    return facts.unit === 'video-seconds'
      ? `这需要 ${facts.asked} 秒视频额度。${whose}的额度为 ${facts.limit} 秒,还剩 ${facts.left} 秒,将于 ${until} 恢复。请缩短视频或稍后再试。`
      : `这需要 ${facts.asked} 个朗读字符。${whose}的额度为 ${facts.limit} 个字符,还剩 ${facts.left} 个,将于 ${until} 恢复。请缩短文字或稍后再试。`;
  },
};
