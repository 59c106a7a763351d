import { permissionWords } from '../../language/permissions.zh-cn.ts';
import { anyPermissionPhrase, listPhrase, permissionsPhrase } from '../../language/phrases.ts';
import type { EdgeErrorWords } from './error-words.ts';

const list = (items: readonly string[]) => listPhrase(items, 'zh-CN');
const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'zh-CN');
const permissions = (names: readonly string[]) => permissionsPhrase(names, permissionWords, 'zh-CN');

export const errorWords: EdgeErrorWords = {
  permissions: permissionWords,
  refusals: {
    'guild-only': () => '此功能只能在服务器中使用。请到我所在服务器的频道里使用。',
    'not-set-up': () => '这个机器人还没有启用该功能。请联系机器人的所有者。',
    'guild-not-allowed': () => '这是一个私有机器人，本服务器不在它的名单里。想用的话，请联系机器人的所有者。',
    'command-unknown': () => '我已不再提供这个命令。请重启 Discord（Ctrl+R）刷新命令列表后再试。',
    'bot-lacks-permissions': (facts) =>
      `我在 <#${facts.channelId}> 中缺少权限：${permissions(facts.permissions)}。请管理员授权，或换一个频道再试。`,
    'you-lack-permissions': (facts) =>
      `你需要以下权限才能这样做：${permissions(facts.permissions)}。请联系本服务器的管理员。`,
    'not-yours': (facts) => `只有发起者或管理员（需要${any(facts.anyOf)}权限）可以这样做。`,
    'moderators-only': (facts) => `只有管理员可以这样做。你需要${any(facts.anyOf)}权限。`,
    'control-expired': () => '这个控件已失效。请重新运行命令以获得新的控件。',
    'form-incomplete': () => '表单内容不完整。请重新打开并再次提交。',
    'option-invalid': (facts) => `\`${facts.option}\` 的值不符合要求：${facts.rule}。请修改后重新发送命令。`,
    'channel-unknown': (facts) => `找不到这个频道。请为 \`${facts.option}\` 换一个频道。`,
    'option-twice': (facts) => `${list(facts.options.map((name) => `\`${name}\``))} 只能选择一个。`,
    'shutting-down': () => '我正在重启。请一分钟后再试；已接受的任务会继续进行。',
  },
  service: {
    'invalid-request': '服务不接受这组选项。请修改后再试。',
    moderation: '服务因内容规范拒绝了此请求。请换一种说法再试。',
    'invalid-media': '服务无法使用你提供的文件或地址。请换一个文件。',
    credentials: '服务不接受此机器人的密钥。机器人的运营者需要检查密钥及其所属区域。',
    clock: '机器人所在机器的时钟不准，服务因此拒绝了它的请求。机器人的运营者需要校准时钟。',
    access: '此机器人的账号无权使用该模型。机器人的运营者需要在服务端开通。',
    arrears: '此机器人的服务账号余额不足。机器人的运营者需要充值。',
    'not-found': '服务已没有该任务的记录。请重新运行命令。',
    'too-late': '太晚了：服务已开始处理。',
    throttled: '此机器人的服务账号目前请求过多。请一分钟后再试。',
    server: '服务自身出现故障。请几分钟后再试。',
    timeout: '服务没有及时响应。请几分钟后再试。',
    unreachable: '目前无法连接到服务。请几分钟后再试。',
    malformed: '服务返回了无法理解的内容。请几分钟后再试。',
    region: '此机器人所用的服务区域不提供该功能。机器人的运营者可以更改区域。',
    aborted: '在服务响应之前操作已中止。请一分钟后再试。',
  },
  setUp: {
    'model-missing': '服务中没有所请求的模型。请告知机器人的运营者。',
    'workspace-missing': '服务无法识别此机器人的工作空间。请告知机器人的运营者。',
    'voice-refused': '服务不接受这个音色。请换一个音色，并告知机器人的运营者。',
    'knowledge-access': '我无权读取该知识库。请告知机器人的运营者。',
    'knowledge-missing': '服务中没有该知识库。请告知机器人的运营者。',
  },
  discord: {
    access: 'Discord 不允许我在这里这样做。请管理员检查我在此频道的权限。',
    'place-gone': '相关的频道或消息已不存在。请在需要的地方重新运行命令。',
    'file-too-large': '文件超出本服务器的上传上限。请缩短视频或降低规格。',
    unavailable: 'Discord 自身出现故障。请一分钟后再试。',
  },
  farewell:
    '这是一个私有机器人，只在它的所有者选定的服务器里使用，所以我先走了。想用的话，请联系机器人的所有者。',
  unexpected: '我这边出了问题。请再试一次；如果再次发生，请告知机器人的运营者。',
  footer: (reference, requestId) => `-# 编号 ${reference}${requestId ? ` · 服务请求 ${requestId}` : ''}`,
};
