import type { MediaRefusal } from '../../refusal/media.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

export const mediaRefusals: RefusalSentences<MediaRefusal> = {
  'url-not-http': (facts) => `\`${facts.option}\` 要写完整链接，以 http:// 或 https:// 开头。`,
  'url-private': (facts) => `\`${facts.option}\` 不是公开地址。请用任何人都能打开的链接，或直接添加文件。`,
  'file-unreachable': (facts) => `没能下载 \`${facts.option}\`。请确认链接不用登录就能打开，或直接添加文件。`,
  'file-unreadable': (facts) => `读不了 \`${facts.option}\`：文件已损坏或过于复杂。请重新保存，或换一个。`,
  'files-busy': () => '我正在检查的文件太多了。请过一分钟再试。',
  'own-files-busy': () => '我还在检查你的其他文件。请过一分钟再试。',
  'audio-wrong-kind': () => '这不是我能用的音频文件。请发 WAV 或 MP3。',
  'audio-too-large': (facts) => `音频超过 ${facts.limitMegabytes} MB。请缩短，或另存为 MP3。`,
  'audio-wrong-length': (facts) =>
    `音频要在 ${facts.minSeconds} 到 ${facts.maxSeconds} 秒之间。请剪辑后再试。`,
  'reference-wrong-kind': (facts) =>
    `参考文件 ${facts.index} 不是我能用的图片或视频。请发 JPEG、PNG、BMP、WEBP，或 MP4、MOV。`,
  'reference-too-large': (facts) => `参考文件 ${facts.index} 超过 ${facts.limitMegabytes} MB。请缩小后再试。`,
  'reference-wrong-size': (facts) =>
    `参考文件 ${facts.index} 的宽和高都要在 ${facts.minPixels} 到 ${facts.maxPixels} 像素之间。请调整尺寸后再试。`,
  'reference-transparent': (facts) => `参考文件 ${facts.index} 是带透明部分的 PNG。请另存为 JPEG 后再试。`,
  'reference-wrong-length': (facts) =>
    `参考文件 ${facts.index} 要在 ${facts.minSeconds} 到 ${facts.maxSeconds} 秒之间。请剪辑后再试。`,
};
