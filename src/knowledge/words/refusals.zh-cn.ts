import type { KnowledgeRefusal } from '../../refusal/knowledge.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

export const knowledgeRefusals: RefusalSentences<KnowledgeRefusal> = {
  'knowledge-not-configured': () => '尚未设置知识库。运行此机器人的人可以添加。',
  'knowledge-not-allowed': () => '此频道没有你可以搜索的知识库。管理员可以用 `/knowledge use` 允许。',
  'knowledge-base-unknown': () => '此服务器没有这个知识库。请从输入时的建议中选择。',
  'knowledge-no-contents': () => '这里不能搜索文档内容，只能搜索名称：请用 `/knowledge search`。',
  'knowledge-busy': () => '现在搜索的人太多。请半分钟后再试。',
  'knowledge-question-empty': () => '问题是空的。请用一句话提问。',
  'knowledge-document-gone': () => '该名称的文档已不在。请重新搜索。',
  'knowledge-shared-already': () => '这些内容已经在此频道分享过。',
  'knowledge-grant-unknown': () => '这本来就没有被允许。不带操作的 `/knowledge use` 会显示现状。',
  'knowledge-grants-full': ({ limit }) =>
    `一个知识库最多允许 ${limit} 个频道和身份组。请先收回一个，或允许整个类别。`,
  'knowledge-export-too-large': ({ limitMegabytes }) =>
    `列表超过了此服务器允许的 ${limitMegabytes} MB。请按状态或名称导出一部分。`,
};
