import { knowledgeCommandWords } from './knowledge-commands.zh-cn.ts';
import type { KnowledgeWords } from './knowledge-words.ts';

const some = (count: number) => count.toLocaleString('zh-CN');

export const knowledgeWords: KnowledgeWords = {
  commands: knowledgeCommandWords,
  statuses: {
    FINISH: '已导入',
    RUNNING: '导入中',
    INSERT_ERROR: '导入失败',
    DELETED: '已删除',
    UNKNOWN: '未知状态',
  },
  reasons: {
    unreadable: '文件已损坏或受保护；请打开后另存并重新导入',
    format: '内容与文件类型不符；请存为受支持的类型',
    'too-large': '文件太大；请拆分',
    inappropriate: '内容被判为不当而拒绝',
    empty: '文件中没有文字',
    quota: '账户达到限额；请联系运行此机器人的人',
    internal: '服务出错；请稍后重新导入',
    other: '服务给出的原因我没有对应的说法',
  },
  buttons: {
    previous: '上一页',
    next: '下一页',
    newSince: '之后新增',
    share: '分享',
    details: '查看详情 …',
    detailsOf: (number) => `详情 ${number}`,
    unhelpful: '没有帮助',
    refresh: '刷新',
    watch: '关注',
    unwatch: '停止关注',
    gapsDone: '已处理 …',
  },
  search: {
    title: (base, name, exact) =>
      `📚 ${base}${name ? (exact ? `：名为“${name}”的文档` : `：名称含“${name}”的文档`) : ''}`,
    only: (status) => `仅${status}`,
    oldestFirst: '最早的在前',
    none: '没有这样的文档。请试试名称的一部分，或去掉某个选项。',
    end: '全部显示完毕。期间新增的文档请按按钮查看。',
    nothingNew: '之后没有新增文档。',
    unsteady: '此刻文档变动太快。请再按一次按钮。',
    range: (from, to, total) =>
      `第 ${from === to ? some(from) : `${some(from)}–${some(to)}`} 个${total === undefined ? '' : `，共 ${some(total)} 个`}`,
    found: (total) => `${some(total)} 个文档`,
    sharedBy: (mention) => `由 ${mention} 分享`,
  },
  details: {
    status: '状态',
    type: '类型',
    size: '大小',
    imported: '导入时间',
    base: '知识库',
    category: '类别',
    chunking: '切分',
    chunkMode: '方式',
    chunkSize: (characters) => `每段 ${characters} 个字符`,
    overlap: (characters) => `与下一段重叠 ${characters} 个`,
    separator: '分隔符',
    headers: '每段带表头',
    usual: '默认',
    failure: '导入失败的原因',
    serviceSays: '服务的说明',
    id: '编号',
    labelled: (label, value) => `**${label}：**${value}`,
  },
  answer: {
    title: (question) => `💬 ${question}`,
    from: (document, base, percent) => `**${document}** · ${base} · 相符 ${percent}%`,
    someDocument: '某个文档',
    none: '文档中没有足够相符的内容，所以我不乱说。请换个说法再问，或用按钮告诉管理员缺少这方面的内容。',
    failed: (bases) => `以下知识库搜索失败：${bases}`,
    passages: '以上是文档原文，没有添加任何内容。',
    thanks: '谢谢。管理员现在可以在 `/knowledge gaps` 中看到这个问题（看不到是谁问的）。',
    thanksAgain: '你已经反馈过了。',
  },
  gaps: {
    title: (count) => `**文档没有回答的问题**（${some(count)}）`,
    empty: '没有。有人按“没有帮助”后，问题会出现在这里。',
    line: (question, count, when, found) =>
      `${found ? '👎' : '🕳️'} ${question}\n-# ${some(count)} 次 · ${when} · ${found ? '找到的内容没有帮助' : '没有找到内容'}`,
    more: (count) => `… 还有 ${some(count)} 个`,
    kept: (days, most) => `保留 ${days} 天，最多 ${most} 个，不记录提问者。`,
  },
  health: {
    title: (base) => `🩺 ${base}`,
    failed: '导入失败的文档，最新的在前',
    stuck: (minutes) =>
      `导入超过 ${minutes < 120 ? `${minutes} 分钟` : `${Math.round(minutes / 60)} 小时`}的文档`,
    fine: '没有失败的，也没有卡住的。',
    moreFailed: (count) => `… 还有 ${some(count)} 个：用 \`/knowledge search\` 并选状态“导入失败”`,
    types: '类型',
    typesSoFar: (read) => `类型（目前读到 ${some(read)} 个文档；刷新可看更多）`,
    typesReading: '正在统计类型；请稍后按“刷新”。',
    chart: (facts) => `条形图。${facts}`,
    watched: (channelId) => `👁️ 已关注：导入结束会在 <#${channelId}> 通知。`,
    at: (time) => `截至 ${time}`,
  },
  watch: {
    started: (base, channelId) => `👁️ 从现在起，${base} 的导入完成或失败时我会在 <#${channelId}> 通知。`,
    stopped: (base) => `我不再关注 ${base}。`,
    wasNot: (base) => `${base} 没有被关注。`,
    title: (base) => `👁️ ${base}`,
    ended: (base, channelId) =>
      `我已停止关注 ${base}，因为我不能再在 <#${channelId}> 发言。请允许后在 \`/knowledge health\` 中重新按“关注”。`,
  },
  use: {
    title: '**此服务器的知识库**',
    everyone: '所有人，任何频道',
    moderators: '仅管理员',
    nobody: '除管理员外没有人',
    grant: (channelId, roleId) =>
      `${roleId ? `<@&${roleId}>` : '所有人'}，${channelId ? `在 <#${channelId}>` : '任何频道'}`,
    contents: '可以搜索内容',
    note: '管理员（管理服务器）可以在任何频道使用全部知识库。此服务器有哪些知识库，由运行此机器人的人决定。',
    changed: '已更改。',
  },
  export: {
    progress: (read, total) =>
      `⏳ 正在读取列表：${some(read)}${total === undefined ? '' : ` / ${some(total)}`} 个文档 …`,
    done: (count, base) => `📄 ${base} 的 ${some(count)} 个文档`,
    cut: (most) => `这是最新的 ${some(most)} 个；还有更多。其余请按状态或名称导出。`,
    fileDescription: (base) => `${base} 的文档列表（CSV）`,
  },
};
