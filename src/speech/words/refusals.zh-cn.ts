import { showAsIs } from '../../discord/escape.ts';
import { permissionWords } from '../../language/permissions.zh-cn.ts';
import { anyPermissionPhrase, listPhrase, orPhrase } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { SpeechRefusal } from '../../refusal/speech.ts';

const shown = (text: string) => `“${showAsIs(text, 80)}”`;
const number = (count: number) => count.toLocaleString('zh-CN');
const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'zh-CN');
const list = (items: readonly string[]) => listPhrase(items.map(shown), 'zh-CN');
const oneOf = (items: readonly string[]) => orPhrase(items.map(shown), 'zh-CN');

export const speechRefusals: RefusalSentences<SpeechRefusal> = {
  'speech-empty': () => '这段文字里没有能读的内容。',
  'speech-too-long': (facts) =>
    `这段文字有 ${number(facts.characters)} 个字符，一次最多读 ${number(facts.limit)} 个。请缩短一些。`,
  'speech-nothing-playing': () => '我现在没有在朗读。',
  'speech-no-voice': () => '还没有设置音色。用 `/speak voice` 选一个，或请管理员为服务器设置。',
  'speech-voice-unknown': (facts) =>
    facts.similar.length > 0
      ? `没有叫${shown(facts.voice)}的音色。你是想选${oneOf(facts.similar)}吗？`
      : `没有叫${shown(facts.voice)}的音色。请从 \`/speak voice\` 的建议里选。`,
  'speech-voice-other-model': (facts) =>
    `${shown(facts.voice)}不支持 ${facts.model}，只支持${list(facts.models)}。请换一个音色或模型。`,
  'speech-option-not-for-voice': (facts) =>
    `${shown(facts.voice)}配 ${facts.model} 时不支持 \`${facts.option}\`。请去掉它，或换一个音色或模型。`,
  'speech-option-one-of': (facts) => `用这个音色时，\`${facts.option}\` 只能是${oneOf(facts.allowed)}。`,
  'speech-option-range': (facts) => `\`${facts.option}\` 要在 ${facts.min} 到 ${facts.max} 之间。`,
  'speech-instruction-too-long': (facts) => `指令超过 ${facts.limit} 个字符（汉字算 2 个）。请缩短一些。`,
  'speech-ssml-malformed': () => '这段 SSML 无效。请闭合每个标签，并把 & 和 < 写成 `&amp;` 和 `&lt;`。',
  'speech-ssml-no-speak': () => '请把全部文字放进一个 `<speak>` 元素里。',
  'speech-queue-full': (facts) => `队列满了（${facts.limit} 段）。请稍后再试。`,
  'speech-queue-share': (facts) => `你已有 ${facts.limit} 段文字在排队。请稍后再试。`,
  'speech-file-too-large': (facts) =>
    `文件会超过本服务器 ${facts.limitMegabytes} MB 的上限。请缩短文字，或用 mp3 或 opus。`,
  'speech-not-there': (facts) =>
    `只有 <#${facts.channelId}> 里的人或管理员（需要${any(facts.anyOf)}权限）可以让我停下。`,
  'speech-content-off': () =>
    '我看不到大家在这里写的内容。请机器人所有者在 Discord 开发者后台开启 Message Content Intent，并设置 DISCORD_MESSAGE_CONTENT=on。',
  'speech-word-invalid': (facts) => `词和读音都要有 1 到 ${facts.limit} 个字符，至少有一个文字或数字。`,
  'speech-word-unknown': (facts) => `本服务器的读音列表里没有${shown(facts.word)}。`,
  'speech-dictionary-full': (facts) => `本服务器的读音列表满了（${facts.limit} 个词）。请先删除一个。`,
};
