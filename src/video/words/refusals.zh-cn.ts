import { permissionWords } from '../../language/permissions.zh-cn.ts';
import { anyPermissionPhrase, listPhrase } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { VideoRefusal } from '../../refusal/video.ts';

const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'zh-CN');
const list = (items: readonly string[]) => listPhrase(items, 'zh-CN');

export const videoRefusals: RefusalSentences<VideoRefusal> = {
  'option-not-offered': (facts) =>
    `${facts.model} 不支持 \`${facts.option}\`；支持的模型：${list(facts.offeredBy)}。请去掉该选项或换一个模型。`,
  'references-missing': () => '请至少提供一张图片或一段视频（文件或地址），说明视频的主角。',
  'references-too-many': (facts) =>
    `参考文件太多：最多 ${facts.maxImages} 张图片和 ${facts.maxVideos} 段视频，合计不超过 ${facts.maxFiles} 个文件。`,
  'nothing-to-use': () => '那条消息里没有可用的内容。',
  'file-uninspected': () => '我没能检查这个视频的文件，所以不能发送。请重新生成视频。',
  'file-gone': () => '文件已不再保存，服务端也没有了。请重新生成视频。',
  'file-still-too-large': (facts) =>
    `文件仍超过本服务器的上限（${facts.limitMegabytes} MB），再压缩会损害画质。请使用链接。`,
  'prompt-empty': () => '提示词为空。请用一句话描述视频的内容。',
  'audio-twice': () => '音频文件和音频地址只能二选一。',
  'region-lacks-kind': (facts) =>
    `服务区域 ${facts.region} 不提供 ${facts.model}；提供该模型的区域：${list(facts.servedBy)}。机器人的运营者可以更改区域。`,
  'job-gone': () => '我已没有该视频的记录。请重新运行命令。',
  'video-not-here': (facts) =>
    `这个视频属于另一个频道。只有发起者或管理员（需要${any(facts.anyOf)}权限）可以把它带到这里。`,
  'video-removed': (facts) => `这个视频已被删除。只有管理员（需要${any(facts.anyOf)}权限）可以再次展示。`,
  'too-late': () => '太晚了：任务已经开始，无法停止。',
};
