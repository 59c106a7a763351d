import { permissionWords } from '../../language/permissions.zh-cn.ts';
import { anyPermissionPhrase, listPhrase, orPhrase } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { VideoRefusal } from '../../refusal/video.ts';

const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'zh-CN');
const list = (items: readonly string[]) => listPhrase(items, 'zh-CN');
const oneOf = (items: readonly string[]) => orPhrase(items, 'zh-CN');
/** `5`、`5 或 10`、`2 到 15`。 */
const lengths = (seconds: readonly number[]) =>
  seconds.length > 2 ? `${seconds[0]} 到 ${seconds.at(-1)}` : seconds.join(' 或 ');

/** A size is written with the marks of English: `1280×720 (16:9, 720p)`. */
const wide = (size: string) => size.replace(/ \((.*), (.*)\)$/, '（$1，$2）');

export const videoRefusals: RefusalSentences<VideoRefusal> = {
  'option-not-offered': (facts) =>
    `${facts.model} 不支持 \`${facts.option}\`。请去掉它，或改用 ${oneOf(facts.offeredBy)}。`,
  'size-not-made': (facts) =>
    `${facts.model} 不支持这个 \`${facts.option}\`。可以选：${facts.sizes.map(wide).join('、')}。`,
  'length-not-made': (facts) => `${facts.model} 只能生成 ${lengths(facts.seconds)} 秒的视频。`,
  'references-missing': () => '请至少添加一张图片或一段视频（文件或链接），让我知道主角是谁。',
  'references-too-many': (facts) =>
    `文件太多。最多 ${facts.maxImages} 张图片、${facts.maxVideos} 段视频，合计 ${facts.maxFiles} 个。`,
  'nothing-to-use': () => '那条消息里没有我能用的内容。',
  'file-uninspected': () => '我没能检查这个视频文件，所以不发送。请重新生成视频。',
  'file-gone': () => '我这里和视频服务那边都没有这个文件了。请重新生成视频。',
  'files-away': () => '我现在取不到存放的文件。请过几分钟再试。',
  'file-still-too-large': (facts) =>
    `文件还是超过本服务器 ${facts.limitMegabytes} MB 的上限，再压缩就没法看了。请用链接。`,
  'report-not-mine': () => '那不是我的消息。可以向 Discord 举报，或联系管理员。',
  'reports-nowhere': () => '这里还没有接收举报的频道。请直接联系管理员。',
  'video-longer-than-here': ({ limit }) => `本服务器的视频最长 ${limit} 秒。请缩短 \`duration\`。`,
  'prompt-empty': () => '提示词是空的。请用一句话描述视频。',
  'audio-twice': () => '音频文件和音频链接只能用一个。',
  'region-lacks-kind': (facts) =>
    `机器人的服务区域（${facts.region}）没有 ${facts.model}，只有 ${list(facts.servedBy)} 有。请联系机器人所有者更改。`,
  'job-gone': () => '找不到这个视频。用 `/video list` 看看你的视频。',
  'video-not-here': (facts) =>
    `这个视频是别的频道的。只有发起人或管理员（需要${any(facts.anyOf)}权限）可以发到这里。`,
  'video-removed': (facts) => `这个视频已删除。只有管理员（需要${any(facts.anyOf)}权限）可以重新发送。`,
  'already-decided': () => '已经决定过了。按**详情**看看现在的情况。',
  'too-late': () => '来不及了，已经开始，停不下来了。',
  'preset-unknown': () => '你没有这个名字的预设。用 `/video presets` 看看你的预设。',
  'preset-name-invalid': (facts) => `预设的名字至少要有一个文字或数字，最多 ${facts.limit} 个字符。`,
  'preset-empty': () => '这个预设里什么都没有。请加上风格、模型、尺寸、时长或种子。',
  'presets-full': (facts) => `你已有 ${facts.limit} 个预设。请先用 \`/video presets\` 删除一个。`,
};
