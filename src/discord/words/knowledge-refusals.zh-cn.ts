import type { KnowledgeRefusal } from '../refusals/knowledge.ts';
import type { RefusalSentences } from './error-words.ts';

export const knowledgeRefusals: RefusalSentences<KnowledgeRefusal> = {
  'knowledge-not-configured': () => '尚未设置知识库。运行此机器人的人可以添加。',
  'knowledge-not-allowed': () => '此频道没有你可以搜索的知识库。管理员可以用 `/knowledge use` 允许。',
};
