import type { InEachLanguage } from '../../language/languages.ts';
import type { ConversationRefusal } from '../../refusal/conversation.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import { type ConversationWords, conversationWords as english } from './en.ts';
import { conversationRefusals as englishRefusals } from './refusals.en.ts';
import { conversationRefusals as chineseRefusals } from './refusals.zh-cn.ts';
import { conversationWords as chinese } from './zh-cn.ts';

export const conversationWords: InEachLanguage<ConversationWords> = { 'en-US': english, 'zh-CN': chinese };

export const conversationRefusals: InEachLanguage<RefusalSentences<ConversationRefusal>> = {
  'en-US': englishRefusals,
  'zh-CN': chineseRefusals,
};
