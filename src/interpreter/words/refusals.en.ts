import type { InterpreterRefusal } from '../../refusal/interpreter.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import { languageName } from '../language-names.ts';

const named = (codes: readonly string[]) => codes.map((code) => languageName(code, 'en-US')).join(', ');

export const interpreterRefusals: RefusalSentences<InterpreterRefusal> = {
  'interpreter-language-unknown': ({ name, nearest }) =>
    `I don't know the language “${name}”. Did you mean one of these: ${named(nearest)}?`,
  'interpreter-captions-exposed': ({ channelId }) =>
    `Some people here can't see <#${channelId}>, so its captions don't belong here. Start it from that channel's own chat, or turn captions and transcript off.`,
  'interpreter-too-few-languages': () =>
    'I need at least two languages to interpret. For captions in one language, turn on `same_language`.',
  'interpreter-too-many-languages': ({ limit }) => `That's too many languages. Pick up to ${limit}.`,
  'interpreter-nothing-to-do': () =>
    'No voice and no captions leaves nothing for me to do. Turn one of them on.',
  'interpreter-term-invalid': ({ limit }) =>
    `A term and its misheard forms need 2 to ${limit} characters each, with at least one letter.`,
  'interpreter-term-unknown': ({ term }) =>
    `“${term}” isn't in the glossary. See it with \`/interpret glossary\`.`,
  'interpreter-glossary-full': ({ limit }) => `The glossary is full (${limit} terms). Remove one first.`,
};
