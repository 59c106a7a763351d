import { countdown } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { SpendingRefusal } from '../../refusal/spending.ts';

export const spendingRefusals: RefusalSentences<SpendingRefusal> = {
  'quota-spent': (facts) => {
    const whose = facts.scope === 'person' ? 'You have' : 'This server has';
    const until = countdown(facts.resetsAt);
    return facts.unit === 'video-seconds'
      ? `That takes ${facts.asked} s of video. ${whose} ${facts.left} of ${facts.limit} s left until ${until}. Ask for a shorter video or wait.`
      : `That is ${facts.asked} spoken characters. ${whose} ${facts.left} of ${facts.limit} left until ${until}. Shorten the text or wait.`;
  },
};
