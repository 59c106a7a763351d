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
  'recording-missing': () =>
    "There's no voice message, sound or film in that message. Use this on a message that has one.",
  'recording-never': () => "This person doesn't want me to listen to them, so I don't.",
  'recording-too-long': ({ limitMinutes }) =>
    `I can listen to recordings of up to ${limitMinutes} min. Cut it and try again.`,
  'recording-too-large': ({ limitMegabytes }) =>
    `That file is over ${limitMegabytes} MB. Make it smaller, or send only its sound.`,
  'recording-gone': () => "I couldn't get that file from Discord. Try again in a minute, or send it again.",
  'recording-without-sound': () => "There's no sound in that file.",
  'recording-silent': () => "There's nothing to hear in that recording: it's silent. You weren't charged.",
  'recording-unreadable': () =>
    "I couldn't read the sound in that file. Save it as MP3, WAV or OGG and send it again.",
  'recording-needs-ffmpeg': () =>
    "I can only read voice messages and Ogg Opus here. For other files, the bot's owner needs to install ffmpeg.",
  'recording-shared-already': () => "You've already shared this here.",
  'recordings-own-busy': ({ limit }) =>
    `I'm still busy with ${limit} recordings of yours. Try again when one is done.`,
  'recordings-channels-full': ({ limit }) =>
    `I already write down ${limit} channels. Turn one off with \`/interpret channel\` first.`,
  'recordings-busy': () => 'Too many recordings are waiting. Try again in a few minutes.',
};
