import { knowledgeRefusals } from '../../knowledge/words/refusals.zh-cn.ts';
import { permissionWords } from '../../language/permissions.zh-cn.ts';
import { countdown, listPhrase, permissionsPhrase } from '../../language/phrases.ts';
import { speechRefusals } from '../../speech/words/refusals.zh-cn.ts';
import { voiceRefusals } from '../../voice/words/refusals.zh-cn.ts';
import type { ErrorWords } from './error-words.ts';

const list = (items: readonly string[]) => listPhrase(items, 'zh-CN');
const permissions = (names: readonly string[]) => permissionsPhrase(names, permissionWords, 'zh-CN');

export const errorWords: ErrorWords = {
  permissions: permissionWords,
  refusals: {
    ...voiceRefusals,
    ...speechRefusals,
    ...knowledgeRefusals,
    'guild-only': () => '此功能只能在服务器中使用。请到我所在服务器的频道里使用。',
    'command-unknown': () => '我已不再提供这个命令。请重启 Discord(Ctrl+R)刷新命令列表后再试。',
    'bot-lacks-permissions': (facts) =>
      `我在 <#${facts.channelId}> 中缺少权限:${permissions(facts.permissions)}。请管理员授权,或换一个频道再试。`,
    'you-lack-permissions': (facts) =>
      `你需要以下权限才能这样做:${permissions(facts.permissions)}。请联系本服务器的管理员。`,
    'not-yours': () => '只有提出请求的人或管理员可以这样做。',
    'control-expired': () => '这个控件已失效。请重新运行命令以获得新的控件。',
    'option-invalid': (facts) => `\`${facts.option}\` 的值不符合要求:${facts.rule}。请修改后重新发送命令。`,
    'option-not-offered': (facts) =>
      `${facts.model} 不支持 \`${facts.option}\`；支持的模型:${list(facts.offeredBy)}。请去掉该选项或换一个模型。`,
    'option-twice': (facts) => `${list(facts.options.map((name) => `\`${name}\``))} 只能选择一个。`,
    'references-missing': () => '请至少提供一张图片或一段视频(文件或地址),说明视频的主角。',
    'references-too-many': (facts) =>
      `参考文件太多:最多 ${facts.maxImages} 张图片和 ${facts.maxVideos} 段视频,合计不超过 ${facts.maxFiles} 个文件。`,
    'nothing-to-use': () => '那条消息里没有可用的内容。',
    'file-gone': () => '文件已不再保存,服务端也没有了。请重新生成视频。',
    'file-still-too-large': (facts) =>
      `文件仍超过本服务器的上限(${facts.limitMegabytes} MB),再压缩会损害画质。请使用链接。`,
    'prompt-empty': () => '提示词为空。请用一句话描述视频的内容。',
    'audio-twice': () => '音频文件和音频地址只能二选一。',
    'url-not-http': (facts) => `\`${facts.option}\` 必须是以 http:// 或 https:// 开头的完整网址。`,
    'url-private': (facts) =>
      `\`${facts.option}\` 指向内部地址。文件必须能从互联网公开获取;你也可以改为上传附件。`,
    'file-unreachable': (facts) =>
      `无法获取 \`${facts.option}\` 指定的文件。请确认该地址无需登录即可在浏览器中打开,或改为上传附件。`,
    'audio-wrong-kind': () => '这不是可用的音频文件。请发送 WAV 或 MP3 文件。',
    'audio-too-large': (facts) => `音频文件过大,最多 ${facts.limitMegabytes} MB。请缩短音频或另存为 MP3。`,
    'audio-wrong-length': (facts) =>
      `音频时长必须为 ${facts.minSeconds} 到 ${facts.maxSeconds} 秒。请剪辑后再试。`,
    'reference-wrong-kind': (facts) =>
      `参考文件 ${facts.index} 不是可用的图片或视频。请发送 JPEG、PNG、BMP、WEBP 图片,或 MP4、MOV 视频。`,
    'reference-too-large': (facts) =>
      `参考文件 ${facts.index} 过大,最多 ${facts.limitMegabytes} MB。请缩小后再试。`,
    'reference-wrong-size': (facts) =>
      `参考文件 ${facts.index} 的宽和高都必须为 ${facts.minPixels} 到 ${facts.maxPixels} 像素。请调整尺寸后再试。`,
    'reference-transparent': (facts) =>
      `参考文件 ${facts.index} 是带透明区域的 PNG。请加上背景或另存为 JPEG 后再试。`,
    'reference-wrong-length': (facts) =>
      `参考文件 ${facts.index} 的时长必须为 ${facts.minSeconds} 到 ${facts.maxSeconds} 秒。请剪辑后再试。`,
    'region-lacks-kind': (facts) =>
      `服务区域 ${facts.region} 不提供 ${facts.model};提供该模型的区域:${list(facts.servedBy)}。机器人的运营者可以更改区域。`,
    'quota-spent': (facts) => {
      const whose = facts.scope === 'person' ? '你' : '本服务器';
      const until = countdown(facts.resetsAt);
      return facts.unit === 'video-seconds'
        ? `这需要 ${facts.asked} 秒视频额度。${whose}的额度为 ${facts.limit} 秒,还剩 ${facts.left} 秒,将于 ${until} 恢复。请缩短视频或稍后再试。`
        : `这需要 ${facts.asked} 个朗读字符。${whose}的额度为 ${facts.limit} 个字符,还剩 ${facts.left} 个,将于 ${until} 恢复。请缩短文字或稍后再试。`;
    },
    'shutting-down': () => '我正在重启。请一分钟后再试;已接受的任务会继续进行。',
    'job-gone': () => '我已没有该视频的记录。请重新运行命令。',
    'too-late': () => '太晚了:任务已经开始,无法停止。',
  },
  service: {
    'invalid-request': '服务不接受这组选项。请修改后再试。',
    moderation: '服务因内容规范拒绝了此请求。请换一种说法再试。',
    'invalid-media': '服务无法使用你提供的文件或地址。请换一个文件。',
    credentials: '服务不接受此机器人的密钥。机器人的运营者需要检查密钥及其所属区域。',
    clock: '机器人所在机器的时钟不准,服务因此拒绝了它的请求。机器人的运营者需要校准时钟。',
    access: '此机器人的账号无权使用该模型。机器人的运营者需要在服务端开通。',
    arrears: '此机器人的服务账号余额不足。机器人的运营者需要充值。',
    'not-found': '服务已没有该任务的记录。请重新运行命令。',
    'too-late': '太晚了:服务已开始处理。',
    throttled: '此机器人的服务账号目前请求过多。请一分钟后再试。',
    server: '服务自身出现故障。请几分钟后再试。',
    timeout: '服务没有及时响应。请几分钟后再试。',
    unreachable: '目前无法连接到服务。请几分钟后再试。',
    malformed: '服务返回了无法理解的内容。请几分钟后再试。',
    region: '此机器人所用的服务区域不提供该功能。机器人的运营者可以更改区域。',
    aborted: '在服务响应之前操作已中止。请一分钟后再试。',
  },
  discord: {
    access: 'Discord 不允许我在这里这样做。请管理员检查我在此频道的权限。',
    'place-gone': '相关的频道或消息已不存在。请在需要的地方重新运行命令。',
    'file-too-large': '文件超出本服务器的上传上限。请缩短视频或降低规格。',
    unavailable: 'Discord 自身出现故障。请一分钟后再试。',
  },
  unexpected: '我这边出了问题。请再试一次;如果再次发生,请告知机器人的运营者。',
  footer: (reference, requestId) => `-# 编号 ${reference}${requestId ? ` · 服务请求 ${requestId}` : ''}`,
};
