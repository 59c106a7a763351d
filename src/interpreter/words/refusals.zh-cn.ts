import type { InterpreterRefusal } from '../../refusal/interpreter.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import { languageName } from '../language-names.ts';

const named = (codes: readonly string[]) => codes.map((code) => languageName(code, 'zh-CN')).join('、');

export const interpreterRefusals: RefusalSentences<InterpreterRefusal> = {
  'interpreter-language-unknown': ({ name, nearest }) =>
    `我不认识“${name}”这种语言。你是想说${named(nearest)}吗？`,
  'interpreter-captions-exposed': ({ channelId }) =>
    `这里有人看不到 <#${channelId}>，不能在这里显示字幕。请在那个频道自己的聊天里开始，或关掉字幕和文字记录。`,
  'interpreter-too-few-languages': () =>
    '口译至少要有两种语言。只想要同一种语言的字幕，开启 `same_language` 就行。',
  'interpreter-too-many-languages': ({ limit }) => `语言太多了，最多选 ${limit} 种。`,
  'interpreter-nothing-to-do': () => '既不出声也没有字幕，我就没事可做了。至少开启一样吧。',
  'interpreter-term-invalid': ({ limit }) =>
    `术语和误听的写法要有 2 到 ${limit} 个字符，并且至少有一个字母或汉字。`,
  'interpreter-term-unknown': ({ term }) => `术语表里没有“${term}”。用 \`/interpret glossary\` 查看。`,
  'interpreter-glossary-full': ({ limit }) => `术语表满了（${limit} 条），先删掉一条吧。`,
  'recording-missing': () => '这条消息里没有语音、音频或视频。请在有录音的消息上使用。',
  'recording-never': () => '对方不想让我听到，所以我不听。',
  'recording-too-long': ({ limitMinutes }) => `最长只能听 ${limitMinutes} 分钟的录音。请剪短后再试。`,
  'recording-too-large': ({ limitMegabytes }) => `文件超过 ${limitMegabytes} MB。请缩小，或只发声音部分。`,
  'recording-gone': () => '没能从 Discord 拿到这个文件。请过一分钟再试，或重新发送。',
  'recording-without-sound': () => '这个文件里没有声音。',
  'recording-silent': () => '这段录音是静音的，什么也听不到。没有计费。',
  'recording-unreadable': () => '读不了这个文件的声音。请另存为 MP3、WAV 或 OGG 再发送。',
  'recording-needs-ffmpeg': () => '这里只能读语音消息和 Ogg Opus。要读其他文件，请机器人所有者安装 ffmpeg。',
  'recording-shared-already': () => '你已经在这里分享过了。',
  'recordings-own-busy': ({ limit }) => `你还有 ${limit} 段录音没听完。等其中一段听完再试。`,
  'recordings-channels-full': ({ limit }) =>
    `已经有 ${limit} 个频道在写成文字了。先用 \`/interpret channel\` 关掉一个。`,
  'recordings-busy': () => '排队的录音太多了。请过几分钟再试。',
};
