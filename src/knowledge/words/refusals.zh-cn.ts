import type { KnowledgeRefusal } from '../../refusal/knowledge.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

export const knowledgeRefusals: RefusalSentences<KnowledgeRefusal> = {
  'knowledge-not-configured': () => '还没有知识库。请机器人所有者添加。',
  'knowledge-not-for-room': () => '会听到或看到回答的人里，有人不能搜索这些文档。请改用 `/knowledge ask`。',
  'knowledge-not-allowed': () => '这个频道没有你能搜索的知识库。管理员可以用 `/knowledge use` 开放。',
  'knowledge-base-unknown': () => '本服务器没有这个知识库。请从建议里选。',
  'knowledge-no-contents': () => '这里只能搜索文档名称。试试 `/knowledge search`。',
  'knowledge-busy': () => '现在搜索的人太多。请过半分钟再试。',
  'knowledge-question-empty': () => '问题是空的。请用一句话提问。',
  'knowledge-document-gone': () => '这个文档改名或移除了。请重新搜索。',
  'knowledge-shared-already': () => '这里已经分享过这个回答了。',
  'knowledge-grant-unknown': () => '本来就没有开放。用 `/knowledge use` 看看现在的设置。',
  'knowledge-grants-full': ({ limit }) =>
    `一个知识库最多开放给 ${limit} 个频道和身份组。请先收回一个，或开放整个类别。`,
  'knowledge-export-too-large': ({ limitMegabytes }) =>
    `列表超过本服务器 ${limitMegabytes} MB 的上限。请选状态或名称，导出一部分。`,
};
