import { showAsIs } from '../../discord/escape.ts';
import { permissionWords } from '../../language/permissions.zh-cn.ts';
import { anyPermissionPhrase, listPhrase } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { SpeechRefusal } from '../../refusal/speech.ts';

const shown = (text: string) => `**${showAsIs(text, 80)}**`;
const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'zh-CN');
const list = (items: readonly string[]) => listPhrase(items.map(shown), 'zh-CN');

export const speechRefusals: RefusalSentences<SpeechRefusal> = {
  'speech-empty': () => '这段文字里没有可以朗读的内容。',
  'speech-too-long': (facts) =>
    `这段文字有 ${facts.characters} 个字符，一次最多朗读 ${facts.limit} 个。请缩短后再试。`,
  'speech-nothing-playing': () => '我现在没有在说话。',
  'speech-no-voice': () => '尚未设置音色。请用 `/speak voice` 选择你的音色，或请管理员为本服务器选择。',
  'speech-voice-unknown': (facts) =>
    facts.similar.length > 0
      ? `没有名为 ${shown(facts.voice)} 的音色。你是想选 ${list(facts.similar)} 吗？`
      : `没有名为 ${shown(facts.voice)} 的音色。请从 \`/speak voice\` 的建议中选择。`,
  'speech-voice-other-model': (facts) =>
    `音色 ${shown(facts.voice)} 不能用于 ${facts.model}，可用于 ${list(facts.models)}。请换一个音色或模型。`,
  'speech-option-not-for-voice': (facts) =>
    `音色 ${shown(facts.voice)} 在 ${facts.model} 下不支持 \`${facts.option}\`。请去掉该选项，或换一个音色或模型。`,
  'speech-option-one-of': (facts) =>
    `使用此音色时，\`${facts.option}\` 必须是以下之一：${list(facts.allowed)}。`,
  'speech-option-range': (facts) => `\`${facts.option}\` 必须在 ${facts.min} 到 ${facts.max} 之间。`,
  'speech-instruction-too-long': (facts) => `指令太长：最多 ${facts.limit} 个字符，每个汉字算 2 个。请缩短。`,
  'speech-ssml-malformed': () =>
    '这不是格式正确的 SSML。请确认每个标签都已闭合，并把 & 和 < 写成 `&amp;` 和 `&lt;`。',
  'speech-ssml-no-speak': () => 'SSML 必须是一个 `<speak>` 元素，其余内容都在其中。',
  'speech-queue-full': (facts) => `已有 ${facts.limit} 段文字在排队。请等其中一些读完后再试。`,
  'speech-queue-share': (facts) => `你已有 ${facts.limit} 段文字在排队。请等其中一些读完后再试。`,
  'speech-file-too-large': (facts) =>
    `文件会超过本服务器的上限（${facts.limitMegabytes} MB）。请缩短文字，或选择 mp3 或 opus。`,
  'speech-not-there': (facts) =>
    `只有 <#${facts.channelId}> 里的人或管理员（需要${any(facts.anyOf)}权限）可以让我停下。`,
  'speech-content-off': () =>
    '我看不到大家在这里写的内容。机器人的运营者需要在 Discord 开发者后台开启 Message Content，并设置 DISCORD_MESSAGE_CONTENT=on。',
  'speech-word-invalid': (facts) => `词语和读法都必须有 1 到 ${facts.limit} 个字符，且至少含一个文字或数字。`,
  'speech-word-unknown': (facts) => `本服务器的词典里没有 ${shown(facts.word)}。`,
  'speech-dictionary-full': (facts) => `本服务器的词典已满：${facts.limit} 个词。请先删除一个。`,
};
