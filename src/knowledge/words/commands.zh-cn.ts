import type { KnowledgeWords } from './en.ts';

const base = { name: 'base', description: '使用的知识库（默认：你可用的第一个）' };
const name = { name: 'name', description: '文档名称或其一部分' };
const match = {
  name: 'match',
  description: '名称怎么匹配（默认：包含）',
  choices: { part: '包含', exact: '完全一致' },
};
const status = {
  name: 'status',
  description: '只看这种状态的文档',
  choices: { FINISH: '✅ 已导入', RUNNING: '🕓 导入中', INSERT_ERROR: '❌ 导入失败', DELETED: '🗑️ 已删除' },
};

export const knowledgeCommandWords = {
  knowledge: { name: 'knowledge', description: '在知识库中查找文档' },
  'knowledge search': {
    name: 'search',
    description: '按名称和状态查找文档；只有你能看到结果',
    options: {
      name,
      match,
      status,
      base,
      order: {
        name: 'order',
        description: '按导入时间排序（默认：最新的在前）',
        choices: { newest: '最新的在前', oldest: '最早的在前' },
      },
    },
  },
  'knowledge ask': {
    name: 'ask',
    description: '向文档提问；只有你能看到回答',
    options: { question: { name: 'question', description: '你的问题，用什么语言都行' }, base },
  },
  'knowledge health': {
    name: 'health',
    description: '查看失败和卡住的导入（管理员）',
    options: { base, channel: { name: 'channel', description: '按“关注”后发通知的频道（默认：本频道）' } },
  },
  'knowledge gaps': { name: 'gaps', description: '文档答不上来的问题（管理员）' },
  'knowledge use': {
    name: 'use',
    description: '设置谁能在哪里搜索什么（需要“管理服务器”权限）',
    options: {
      base,
      action: {
        name: 'action',
        description: '要改什么（默认：只看设置）',
        choices: { allow: '允许', forbid: '收回', reset: '恢复默认' },
      },
      channel: { name: 'channel', description: '仅限这个频道或类别' },
      role: { name: 'role', description: '仅限这个身份组' },
      mentions: { name: 'mentions', description: '提及我提问时，我会回答（默认：开启）' },
    },
  },
  'knowledge export': {
    name: 'export',
    description: '把文档列表导出为 CSV（需要“管理服务器”权限）',
    options: { base, status, name, match },
  },
} satisfies KnowledgeWords['commands'];
