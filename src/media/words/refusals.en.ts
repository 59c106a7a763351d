import type { MediaRefusal } from '../../refusal/media.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

export const mediaRefusals: RefusalSentences<MediaRefusal> = {
  'url-not-http': (facts) => `\`${facts.option}\` must be a full link starting with http:// or https://.`,
  'url-private': (facts) =>
    `\`${facts.option}\` isn't a public address. Use a link anyone can open, or attach the file.`,
  'file-unreachable': (facts) =>
    `I couldn't download \`${facts.option}\`. Check that the link opens without signing in, or attach the file.`,
  'file-unreadable': (facts) =>
    `I couldn't read \`${facts.option}\` because it's damaged or too complex. Save it again or try another file.`,
  'files-busy': () => "I'm checking a lot of files right now. Try again in a minute.",
  'own-files-busy': () => "I'm still checking your other files. Try again in a minute.",
  'audio-wrong-kind': () => "That isn't an audio file I can use. Send a WAV or MP3.",
  'audio-too-large': (facts) =>
    `The audio file is over ${facts.limitMegabytes} MB. Shorten it or save it as MP3.`,
  'audio-wrong-length': (facts) =>
    `The audio file must be ${facts.minSeconds} to ${facts.maxSeconds} s long. Trim it and try again.`,
  'reference-wrong-kind': (facts) =>
    `Reference ${facts.index} isn't a picture or clip I can use. Send a JPEG, PNG, WebP or BMP, or an MP4 or MOV.`,
  'reference-too-large': (facts) =>
    `Reference ${facts.index} is over ${facts.limitMegabytes} MB. Make it smaller and try again.`,
  'reference-wrong-size': (facts) =>
    `Reference ${facts.index} must be ${facts.minPixels} to ${facts.maxPixels} pixels wide and high. Resize it and try again.`,
  'reference-transparent': (facts) =>
    `Reference ${facts.index} is a PNG with transparency. Save it as JPEG and try again.`,
  'reference-wrong-length': (facts) =>
    `Reference ${facts.index} must be ${facts.minSeconds} to ${facts.maxSeconds} s long. Trim it and try again.`,
};
