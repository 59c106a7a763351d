import { showAsIs } from '../../discord/escape.ts';
import { permissionWords } from '../../language/permissions.en.ts';
import { anyPermissionPhrase, listPhrase } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { SpeechRefusal } from '../../refusal/speech.ts';

const shown = (text: string) => `**${showAsIs(text, 80)}**`;
const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'en');
const list = (items: readonly string[]) => listPhrase(items.map(shown), 'en');

export const speechRefusals: RefusalSentences<SpeechRefusal> = {
  'speech-empty': () => 'There is nothing in that text that I could say.',
  'speech-too-long': (facts) =>
    `That text has ${facts.characters} characters; at most ${facts.limit} can be read aloud at once. Shorten it.`,
  'speech-nothing-playing': () => 'I am not saying anything at the moment.',
  'speech-no-voice': () =>
    'No voice is set. Choose yours with `/speak voice`, or have a moderator choose one for this server.',
  'speech-voice-unknown': (facts) =>
    facts.similar.length > 0
      ? `There is no voice called ${shown(facts.voice)}. Did you mean ${list(facts.similar)}?`
      : `There is no voice called ${shown(facts.voice)}. Choose one of those that \`/speak voice\` suggests.`,
  'speech-voice-other-model': (facts) =>
    `The voice ${shown(facts.voice)} does not speak with ${facts.model}; it does with ${list(facts.models)}. Choose another voice or model.`,
  'speech-option-not-for-voice': (facts) =>
    `The voice ${shown(facts.voice)} has no \`${facts.option}\` with ${facts.model}. Leave it out, or choose another voice or model.`,
  'speech-option-one-of': (facts) =>
    `With this voice, \`${facts.option}\` must be one of ${list(facts.allowed)}.`,
  'speech-option-range': (facts) => `\`${facts.option}\` must be from ${facts.min} to ${facts.max}.`,
  'speech-instruction-too-long': (facts) =>
    `The instruction is too long: at most ${facts.limit} characters, of which each Chinese one counts 2. Shorten it.`,
  'speech-ssml-malformed': () =>
    'That is not well-formed SSML. Check that every tag is closed and that & and < are written as `&amp;` and `&lt;`.',
  'speech-ssml-no-speak': () => 'SSML must be one `<speak>` element with everything else inside it.',
  'speech-queue-full': (facts) =>
    `${facts.limit} texts are waiting already. Try again when some of them have been said.`,
  'speech-queue-share': (facts) =>
    `${facts.limit} of your texts are waiting already. Try again when some of them have been said.`,
  'speech-file-too-large': (facts) =>
    `The file would be larger than this server takes (${facts.limitMegabytes} MB). Shorten the text, or choose mp3 or opus.`,
  'speech-not-there': (facts) =>
    `Only people in <#${facts.channelId}> or a moderator (${any(facts.anyOf)}) can stop me.`,
  'speech-content-off': () =>
    'I cannot see what people write here. Whoever runs this bot must switch on Message Content for it, in the Discord developer portal and with DISCORD_MESSAGE_CONTENT=on.',
  'speech-word-invalid': (facts) =>
    `A word and how to say it must each have 1 to ${facts.limit} characters, with a letter or a digit among them.`,
  'speech-word-unknown': (facts) => `The dictionary of this server does not have ${shown(facts.word)}.`,
  'speech-dictionary-full': (facts) =>
    `The dictionary of this server is full: ${facts.limit} words. Remove one first.`,
};
