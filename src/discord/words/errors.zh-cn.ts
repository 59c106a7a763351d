import { permissionWords } from '../../language/permissions.zh-cn.ts';
import { anyPermissionPhrase, listPhrase, permissionsPhrase } from '../../language/phrases.ts';
import type { EdgeErrorWords } from './errors.en.ts';

const list = (items: readonly string[]) => listPhrase(items, 'zh-CN');
const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'zh-CN');
const permissions = (names: readonly string[]) => permissionsPhrase(names, permissionWords, 'zh-CN');
/** The allowed values come as a list with English commas. */
const chineseList = (rule: string) => rule.replaceAll(', ', '、');

export const errorWords = {
  permissions: permissionWords,
  permissionReasons: {
    post: '发布视频和面板',
    file: '发布视频文件',
    'voice-message': '让 `/speak file` 能用手机可播放的语音消息回复',
    'look-back': '重启后查看视频是否已经发布',
    'be-heard': '在语音频道里发声',
    'raise-hand': '在舞台上举手',
    status: '在频道列表里显示正在朗读或收听',
    thread: '发布字幕，以及管理员开启的文字记录',
  },
  offers: { switch: '切换', come: '过来这里', reopen: '返回表单' },
  refusals: {
    'guild-only': () => '这个功能只能在服务器里用。请到我所在的服务器运行。',
    'not-set-up': () => '这个机器人还没有设置好这项功能。请联系机器人所有者。',
    'guild-not-allowed': () => '这是私有机器人，本服务器不在名单里。想用的话，请联系机器人所有者。',
    'command-unknown': () => '这个命令已经没有了。请重启 Discord（Ctrl+R）刷新列表。',
    'bot-lacks-permissions': (facts) =>
      `我需要 <#${facts.channelId}> 的${permissions(facts.permissions)}权限。请联系管理员，或换个频道。`,
    'you-lack-permissions': (facts) => `你需要${permissions(facts.permissions)}权限。请联系服务器管理员。`,
    'roles-unknown': () => 'Discord 暂时没告诉我你有哪些身份组。请过一分钟再试。',
    'not-yours': (facts) => `只有发起人或管理员（需要${any(facts.anyOf)}权限）可以这样做。`,
    'moderators-only': (facts) => `只有管理员可以这样做。你需要${any(facts.anyOf)}权限。`,
    'control-expired': () => '这个按钮已失效。请重新运行命令。',
    'form-incomplete': () => '表单不完整。请重新打开再提交。',
    'option-invalid': (facts) =>
      `\`${facts.option}\` 不对，可以用：${chineseList(facts.rule)}。请修改后再试。`,
    'channel-unknown': (facts) => `找不到这个频道。请为 \`${facts.option}\` 换一个频道。`,
    'option-twice': (facts) => `${list(facts.options.map((name) => `\`${name}\``))} 只能用一个。`,
    'shutting-down': () => '我正在重启。请过一分钟再试，已接受的任务会继续。',
    'store-failing': () => '我现在没法保存数据，所以不会开始任何要花钱的操作。请过几分钟再试。',
  },
  service: {
    'invalid-request': 'AI 服务不接受这些选项。请修改后再试。',
    moderation: '这不符合 AI 服务的内容规范。请换种说法。',
    'invalid-media': 'AI 服务用不了你的文件或链接。请换一个。',
    credentials: 'AI 服务不接受机器人的密钥。请告诉机器人所有者。',
    clock: '机器人的时钟不准，AI 服务拒绝了它的请求。请告诉机器人所有者。',
    access: '机器人无权使用这个模型。请告诉机器人所有者。',
    arrears: '机器人的服务账户欠费了。请告诉机器人所有者。',
    'not-found': 'AI 服务那边已经找不到了。请重新运行命令。',
    'too-late': '来不及了，已经在生成了。',
    throttled: 'AI 服务正忙。请过一分钟再试。',
    server: 'AI 服务出了问题。请过几分钟再试。',
    timeout: 'AI 服务没有及时回应。请过几分钟再试。',
    unreachable: '现在连不上 AI 服务。请过几分钟再试。',
    malformed: 'AI 服务发来的内容我看不懂。请过几分钟再试。',
    region: '机器人的服务区域没有这个功能。请联系机器人所有者更改。',
    aborted: 'AI 服务还没回应我就停下了。请过一分钟再试。',
  },
  setUp: {
    'address-wrong': '机器人的服务地址不对。请告诉机器人所有者。',
    'model-missing': 'AI 服务没有我要用的模型。请告诉机器人所有者。',
    'workspace-missing': 'AI 服务不认识这个机器人的工作空间。请告诉机器人所有者。',
    'voice-refused': 'AI 服务不接受这个音色。请换一个音色，并告诉机器人所有者。',
    'knowledge-access': '我无权读取这个知识库。请告诉机器人所有者。',
    'knowledge-missing': 'AI 服务没有这个知识库。请告诉机器人所有者。',
  },
  discord: {
    access: 'Discord 不允许我在这里这样做。请管理员检查我在本频道的权限。',
    'place-gone': '相关的频道或消息已不存在。请重新运行命令。',
    'file-too-large': '文件超过本服务器的上传上限。请换短一点或小一点的。',
    unavailable: 'Discord 出了问题。请过一分钟再试。',
  },
  farewell: '这是私有机器人，只在所有者选定的服务器里使用，所以我先走了。想用的话，请联系机器人所有者。',
  owner: {
    'disk-full':
      '存放我数据的磁盘剩余空间不到 100 MB，所以我不会开始任何要花钱的操作。请腾出一些空间，我会自动恢复。',
    'store-unwritable':
      '我没法写入数据文件夹，所以不会开始任何要花钱的操作。请检查磁盘，以及谁有权写入 `DATA_DIR`。',
    'key-refused': 'AI 服务不再接受我的密钥。请设置可用的 `SERVICE_API_KEY`，然后重启我。',
    'knowledge-key-refused':
      '知识库不再接受我的密钥对。请设置可用的 `KNOWLEDGE_ACCESS_KEY_ID` 和对应的密钥，然后重启我。',
    'account-arrears': '我在 AI 服务的账户欠费了。请充值，我会自动恢复。',
    'backup-old': "我已经有一段时间没能备份数据了。请在我的日志里查找 `couldn't back up the store`。",
  },
  unexpected: '我这边出了问题。请再试一次；如果还不行，请告诉机器人所有者。',
  inPrivate: '我只在服务器里工作，私信里帮不上忙。在服务器的频道里输入 `/`，就能看到我会做什么。',
  footer: (reference, requestId) => `-# 编号 ${reference}${requestId ? ` · 服务请求 ${requestId}` : ''}`,
} satisfies EdgeErrorWords;
