import type { MediaRefusal } from '../../refusal/media.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

export const mediaRefusals: RefusalSentences<MediaRefusal> = {
  'url-not-http': (facts) => `\`${facts.option}\` 必须是以 http:// 或 https:// 开头的完整网址。`,
  'url-private': (facts) =>
    `\`${facts.option}\` 指向内部地址。文件必须能从互联网公开获取；你也可以改为上传附件。`,
  'file-unreachable': (facts) =>
    `无法获取 \`${facts.option}\` 指定的文件。请确认该地址无需登录即可在浏览器中打开，或改为上传附件。`,
  'file-unreadable': (facts) =>
    `无法读取 \`${facts.option}\` 的文件：文件已损坏，或检查起来太费时。请重新保存后再试，或换一个文件。`,
  'files-busy': () => '我正在检查很多文件。请一分钟后再试。',
  'own-files-busy': () => '我还在检查你的其他文件。请一分钟后再试。',
  'audio-wrong-kind': () => '这不是可用的音频文件。请发送 WAV 或 MP3 文件。',
  'audio-too-large': (facts) => `音频文件过大，最多 ${facts.limitMegabytes} MB。请缩短音频或另存为 MP3。`,
  'audio-wrong-length': (facts) =>
    `音频时长必须为 ${facts.minSeconds} 到 ${facts.maxSeconds} 秒。请剪辑后再试。`,
  'reference-wrong-kind': (facts) =>
    `参考文件 ${facts.index} 不是可用的图片或视频。请发送 JPEG、PNG、BMP、WEBP 图片，或 MP4、MOV 视频。`,
  'reference-too-large': (facts) =>
    `参考文件 ${facts.index} 过大，最多 ${facts.limitMegabytes} MB。请缩小后再试。`,
  'reference-wrong-size': (facts) =>
    `参考文件 ${facts.index} 的宽和高都必须为 ${facts.minPixels} 到 ${facts.maxPixels} 像素。请调整尺寸后再试。`,
  'reference-transparent': (facts) =>
    `参考文件 ${facts.index} 是带透明区域的 PNG。请加上背景或另存为 JPEG 后再试。`,
  'reference-wrong-length': (facts) =>
    `参考文件 ${facts.index} 的时长必须为 ${facts.minSeconds} 到 ${facts.maxSeconds} 秒。请剪辑后再试。`,
};
