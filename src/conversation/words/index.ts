import type { InEachLanguage } from '../../language/languages.ts';
import type { ConversationRefusal } from '../../refusal/conversation.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import { conversationRefusals as english } from './refusals.en.ts';
import { conversationRefusals as chinese } from './refusals.zh-cn.ts';

export const conversationRefusals: InEachLanguage<RefusalSentences<ConversationRefusal>> = {
  'en-US': english,
  'zh-CN': chinese,
};
