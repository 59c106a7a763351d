import { showAsIs } from '../../discord/escape.ts';
import { permissionWords } from '../../language/permissions.en.ts';
import { anyPermissionPhrase, listPhrase } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { SpeechRefusal } from '../../refusal/speech.ts';

const shown = (text: string) => `**${showAsIs(text, 80)}**`;
const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'en');
const number = (amount: number) => amount.toLocaleString('en-US');
const list = (items: readonly string[]) => listPhrase(items.map(shown), 'en');

export const speechRefusals: RefusalSentences<SpeechRefusal> = {
  'speech-empty': () => "There's nothing to read in that text.",
  'speech-too-long': (facts) =>
    `That's ${number(facts.characters)} characters, and I can read up to ${number(facts.limit)} at once. Shorten it.`,
  'speech-nothing-playing': () => "I'm not reading anything right now.",
  'speech-no-voice': () =>
    'No voice is set. Pick one with `/speak voice`, or ask a moderator to set one for the server.',
  'speech-voice-unknown': (facts) =>
    facts.similar.length > 0
      ? `I don't know a voice called ${shown(facts.voice)}. Did you mean ${list(facts.similar)}?`
      : `I don't know a voice called ${shown(facts.voice)}. Pick one that \`/speak voice\` suggests.`,
  'speech-voice-other-model': (facts) =>
    `${shown(facts.voice)} doesn't work with ${facts.model}, only with ${list(facts.models)}. Change the voice or the model.`,
  'speech-option-not-for-voice': (facts) =>
    `${shown(facts.voice)} doesn't support \`${facts.option}\` with ${facts.model}. Leave it out, or change the voice or the model.`,
  'speech-option-one-of': (facts) =>
    `With this voice, \`${facts.option}\` must be one of ${list(facts.allowed)}.`,
  'speech-option-range': (facts) => `\`${facts.option}\` must be from ${facts.min} to ${facts.max}.`,
  'speech-instruction-too-long': (facts) =>
    `The instruction is over ${facts.limit} characters (Chinese ones count twice). Shorten it.`,
  'speech-ssml-malformed': () =>
    "That isn't valid SSML. Close every tag, and write & and < as `&amp;` and `&lt;`.",
  'speech-ssml-no-speak': () => 'Put the whole text inside one `<speak>` element.',
  'speech-queue-full': (facts) => `The queue is full (${facts.limit} texts). Try again in a bit.`,
  'speech-queue-share': (facts) => `You already have ${facts.limit} texts in the queue. Try again in a bit.`,
  'speech-file-too-large': (facts) =>
    `The file would be over this server's ${facts.limitMegabytes} MB limit. Shorten the text, or use mp3 or opus.`,
  'speech-not-there': (facts) =>
    `Only people in <#${facts.channelId}> or a moderator (${any(facts.anyOf)}) can stop me.`,
  'speech-content-off': () =>
    "I can't see what people write here. Ask the bot's owner to turn on the Message Content intent (`DISCORD_MESSAGE_CONTENT=on`).",
  'speech-word-invalid': (facts) =>
    `A word and its pronunciation need 1 to ${facts.limit} characters each, with at least one letter or digit.`,
  'speech-word-unknown': (facts) => `${shown(facts.word)} isn't on this server's list.`,
  'speech-dictionary-full': (facts) => `This server's list is full (${facts.limit} words). Remove one first.`,
};
