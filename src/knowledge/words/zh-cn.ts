import { permissionWords } from '../../language/permissions.zh-cn.ts';
import { knowledgeCommandWords } from './commands.zh-cn.ts';
import type { KnowledgeWords } from './en.ts';

const some = (count: number) => count.toLocaleString('zh-CN');
const history = `**${permissionWords.ReadMessageHistory}**`;

export const knowledgeWords = {
  commands: knowledgeCommandWords,
  statuses: {
    FINISH: '已导入',
    RUNNING: '导入中',
    INSERT_ERROR: '导入失败',
    DELETED: '已删除',
    UNKNOWN: '未知状态',
  },
  reasons: {
    unreadable: '文件已损坏或受保护',
    format: '内容与文件类型不符',
    'too-large': '文件太大',
    inappropriate: '内容不当，AI 服务拒收',
    empty: '文件里没有文字',
    quota: '账户到了上限',
    internal: 'AI 服务出错',
    other: 'AI 服务给出了其他原因',
  },
  advice: {
    unreadable: '请打开后另存，再重新导入。',
    format: '请存为支持的格式，再重新导入。',
    'too-large': '请拆分成几部分。',
    inappropriate: '请检查其中的内容。',
    empty: '请改成文字导入，或不导入。',
    quota: '请告诉机器人所有者。',
    internal: '请稍后重新导入。',
    other: '详情里有 AI 服务的原话。',
  },
  buttons: {
    previous: '上一页',
    next: '下一页',
    newSince: '查看新增',
    share: '分享',
    details: '查看详情……',
    detailsOf: (passages) => `详情 ${passages.join('、')}`,
    open: '打开',
    unhelpful: '没有帮助',
    refresh: '刷新',
    watch: '关注',
    unwatch: '停止关注',
    gapsDone: '标为已处理……',
  },
  search: {
    title: (base, name, exact) =>
      `📚 ${base}${name ? (exact ? `：名为“${name}”的文档` : `：名称含“${name}”的文档`) : ''}`,
    only: (status) => `仅${status}`,
    oldestFirst: '最早的在前',
    none: '没有找到文档。试试名称的一部分，或少用几个选项。',
    end: '到底了。你搜索之后又有新文档。',
    nothingNew: '之后没有新文档。',
    unsteady: '列表现在变动太快。请再按一次按钮。',
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
    chunkMode: '按',
    chunkSize: (characters) => `每段 ${characters} 个字符`,
    overlap: (characters) => `与下一段重叠 ${characters} 个`,
    separator: (mark) => `以“${mark}”分隔`,
    space: '以空格分隔',
    headers: '每段带表头',
    yes: '是',
    no: '否',
    usual: '默认',
    failure: '导入失败的原因',
    serviceSays: 'AI 服务的说明',
    id: '编号',
    passages: (passages) => `回答中的第 ${passages.join('、')} 段`,
    labelled: (label, value) => `**${label}：**${value}`,
  },
  answer: {
    title: (question) => `💬 ${question}`,
    from: (document, base, percent) => `**${document}** · ${base} · 匹配度 ${percent}%`,
    someDocument: '某个文档',
    none: '我在文档里没找到合适的答案。换个说法再问，或按**没有帮助**告诉管理员。',
    failed: (bases) => `没能搜索：${bases}`,
    passages: '原文摘自文档，一字未改',
    thanks: '谢谢。管理员会在 `/knowledge gaps` 看到这个问题，但看不到你的名字。',
    thanksAgain: '你已经反馈过了。',
  },
  mention: {
    help: '提及我并写下问题，我就去查本服务器的文档。',
    filesOnly: '我在这里只能读文字。请把问题写在消息里。',
    askOn: '回复这条消息即可追问',
    after: (earlier) => `结合“${earlier}”`,
    cut: (characters) => `我只读了前 ${characters} 个字符`,
  },
  gaps: {
    title: (count) => `**没有答案的问题**（${some(count)}）`,
    empty: '还没有问题。有人按下**没有帮助**后，问题会出现在这里。',
    line: (question, count, when, found) =>
      `${found ? '👎' : '🕳️'} ${question}\n-# ${some(count)} 次 · ${when} · ${found ? '结果没有帮助' : '没有结果'}`,
    more: (count) => `……还有 ${some(count)} 个`,
    kept: (days, most) => `保留 ${days} 天（最多 ${most} 个），不记名字。`,
  },
  health: {
    title: (base) => `🩺 ${base}`,
    failed: '导入失败的文档，最新的在前',
    stuck: (minutes) =>
      `导入超过 ${minutes < 120 ? `${minutes} 分钟` : `${Math.round(minutes / 60)} 小时`}的文档`,
    fine: '一切正常，没有失败或卡住的导入。',
    moreFailed: (count) => `……还有 ${some(count)} 个。请用 \`/knowledge search\`，状态选“导入失败”。`,
    types: '类型',
    typesSoFar: (read) => `类型（目前 ${some(read)} 个文档，按**刷新**看更多）`,
    typesReading: '正在统计类型。请稍后按**刷新**。',
    watched: (channelId) => `👁️ 关注中：导入结束时，我会在 <#${channelId}> 通知。`,
    paused: (channelId) => `⏸️ 已暂停关注：我需要 <#${channelId}> 的${history}权限。`,
    at: (time) => `${time}更新`,
  },
  watch: {
    started: (base, channelId) => `👁️ ${base} 的导入完成或失败时，我会在 <#${channelId}> 通知。`,
    stopped: (base) => `已停止关注 ${base}。`,
    wasNot: (base) => `我没有在关注 ${base}。`,
    title: (base) => `👁️ ${base}`,
    blind: (base, channelId) =>
      `⏸️ 已暂停关注 ${base}：我没有 <#${channelId}> 的${history}权限，不知道上一条消息发出去没有。给我权限后，我会继续。`,
    endedByCrash: (base, channelId) =>
      `我为 <#${channelId}> 查看 **${base}** 时崩溃了两次，所以不再关注。重新关注前，请先告诉机器人所有者。`,
    ended: (base, channelId) =>
      `我在 <#${channelId}> 发不了消息了，所以不再关注 ${base}。请给我权限，再到 \`/knowledge health\` 按**关注**。`,
  },
  use: {
    title: '**本服务器的知识库**',
    everyone: '所有人，任何频道',
    moderators: '仅管理员',
    nobody: '仅管理员',
    grant: (channelId, roleId) =>
      `${roleId ? `<@&${roleId}>` : '所有人'}，${channelId ? `在 <#${channelId}>` : '任何频道'}`,
    contents: '可搜全文',
    note: '管理员（有“管理消息”或“管理服务器”权限）可以在任何频道使用全部知识库。本服务器有哪些知识库，由机器人所有者决定。',
    mentionsOn: '💬 提及我就能提问，只要频道里的所有人都能用这些文档。',
    mentionsOff: '💬 提及我提问，我不会回答。用 `/knowledge use mentions:True` 开启。',
    changed: '✅ 已保存。',
  },
  export: {
    progress: (read, total) =>
      `⏳ 正在读取列表：${some(read)}${total === undefined ? '' : ` / ${some(total)}`} 个文档……`,
    done: (count, base) => `📄 ${base} 的 ${some(count)} 个文档`,
    cut: (most) => `这是最新的 ${some(most)} 个。要导出其余的，请选状态或名称。`,
    fileDescription: (base) => `${base} 的文档列表（CSV）`,
  },
} satisfies KnowledgeWords;
