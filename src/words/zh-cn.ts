/** What every part says in Chinese. */

export { callRefusals } from '../call/words/refusals.zh-cn.ts';
export { callWords } from '../call/words/zh-cn.ts';
export { newsWords } from '../community/words/news.zh-cn.ts';
export { settingsRefusals } from '../community/words/settings.zh-cn.ts';
export { spendingRefusals, spendingWords } from '../community/words/spending.zh-cn.ts';
export { conversationRefusals } from '../conversation/words/refusals.zh-cn.ts';
export { conversationWords } from '../conversation/words/zh-cn.ts';
export { errorWords } from '../discord/words/errors.zh-cn.ts';
export { doctorWords } from '../doctor/words/zh-cn.ts';
export { interpreterRefusals } from '../interpreter/words/refusals.zh-cn.ts';
export { interpreterWords } from '../interpreter/words/zh-cn.ts';
export { knowledgeRefusals } from '../knowledge/words/refusals.zh-cn.ts';
export { knowledgeWords } from '../knowledge/words/zh-cn.ts';
export { limitsWords } from '../limits/words/zh-cn.ts';
export { mediaRefusals } from '../media/words/refusals.zh-cn.ts';
export { moderationWords } from '../moderation/words/zh-cn.ts';
export { privacyRefusals } from '../privacy/words/refusals.zh-cn.ts';
export { privacyWords } from '../privacy/words/zh-cn.ts';
export { speechRefusals } from '../speech/words/refusals.zh-cn.ts';
export { speechWords } from '../speech/words/zh-cn.ts';
export { videoRefusals } from '../video/words/refusals.zh-cn.ts';
export { videoWords } from '../video/words/zh-cn.ts';
export { voiceRefusals } from '../voice/words/refusals.zh-cn.ts';
export { voiceWords } from '../voice/words/zh-cn.ts';
