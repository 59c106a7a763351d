import type { OptionWords } from '../../discord/words/command-words.ts';
import type { KnowledgeWords } from './knowledge-words.ts';

const base: OptionWords = { name: '知识库', description: '哪个知识库；不选则为你可用的第一个' };
const name: OptionWords = { name: '名称', description: '文档名称或其一部分' };
const match: OptionWords = {
  name: '匹配',
  description: '名称是否必须完全一致？不选则包含即可',
  choices: { part: '包含即可', exact: '完全一致' },
};
const status: OptionWords = {
  name: '状态',
  description: '只看此状态的文档',
  choices: { FINISH: '✅ 已导入', RUNNING: '🕓 导入中', INSERT_ERROR: '❌ 导入失败', DELETED: '🗑️ 已删除' },
};

export const knowledgeCommandWords: KnowledgeWords['commands'] = {
  knowledge: { name: '知识库', description: '在知识库中查找文档' },
  'knowledge search': {
    name: '搜索',
    description: '按名称和状态查找文档；只有你看到结果',
    options: {
      name,
      match,
      status,
      base,
      order: {
        name: '顺序',
        description: '按导入时间（服务只有这一种顺序）；不选则最新的在前',
        choices: { newest: '最新的在前', oldest: '最早的在前' },
      },
    },
  },
  'knowledge ask': {
    name: '提问',
    description: '查找文档中的内容；只有你看到结果',
    options: { question: { name: '问题', description: '用你的语言写一句话' }, base },
  },
  'knowledge health': {
    name: '状况',
    description: '管理员：哪些文档导入失败，哪些导入太久',
    options: { base, channel: { name: '频道', description: '“关注”在哪里通知；不选则为此频道' } },
  },
  'knowledge gaps': { name: '缺口', description: '管理员：文档没有回答的问题' },
  'knowledge use': {
    name: '使用',
    description: '谁可以在哪里搜索哪个知识库（需要管理服务器权限）',
    options: {
      base,
      action: {
        name: '操作',
        description: '要改什么；不选则显示现状',
        choices: { allow: '允许', forbid: '收回', reset: '恢复运行者的设置' },
      },
      channel: { name: '频道', description: '仅限此频道或类别' },
      role: { name: '身份组', description: '仅限此身份组' },
    },
  },
  'knowledge export': {
    name: '导出',
    description: '把文档列表导出为表格（CSV，需要管理服务器权限）',
    options: { base, status, name, match },
  },
};
