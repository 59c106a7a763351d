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
};
