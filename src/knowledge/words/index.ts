import type { InEachLanguage } from '../../language/languages.ts';
import type { KnowledgeRefusal } from '../../refusal/knowledge.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import { knowledgeWords as englishKnowledgeWords, type KnowledgeWords } from './en.ts';
import { knowledgeRefusals as englishKnowledgeRefusals } from './refusals.en.ts';
import { knowledgeRefusals as chineseKnowledgeRefusals } from './refusals.zh-cn.ts';
import { knowledgeWords as chineseKnowledgeWords } from './zh-cn.ts';

export const knowledgeWords: InEachLanguage<KnowledgeWords> = {
  'en-US': englishKnowledgeWords,
  'zh-CN': chineseKnowledgeWords,
};

export const knowledgeRefusals: InEachLanguage<RefusalSentences<KnowledgeRefusal>> = {
  'en-US': englishKnowledgeRefusals,
  'zh-CN': chineseKnowledgeRefusals,
};
