import type { MediaRefusal } from '../../refusal/media.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

export const mediaRefusals: RefusalSentences<MediaRefusal> = {
  'url-not-http': (facts) =>
    `\`${facts.option}\` must be a whole web address that starts with http:// or https://.`,
  'url-private': (facts) =>
    `\`${facts.option}\` names a private address. The file must be where everybody on the internet can fetch it; you can attach it instead.`,
  'file-unreachable': (facts) =>
    `I could not fetch the file of \`${facts.option}\`. Check that the address opens in a browser without signing in, or attach the file instead.`,
  'file-unreadable': (facts) =>
    `I couldn't read the file of \`${facts.option}\`: it's damaged, or too much work to check. Save it again or try another file.`,
  'files-busy': () => "I'm checking a lot of files right now. Try again in a minute.",
  'own-files-busy': () => "I'm still checking your other files. Try again in a minute.",
  'audio-wrong-kind': () => 'That is not a sound file that I can use. Send a WAV or MP3 file.',
  'audio-too-large': (facts) =>
    `The sound file is too large: at most ${facts.limitMegabytes} MB. Shorten it or save it as MP3.`,
  'audio-wrong-length': (facts) =>
    `The sound file must last ${facts.minSeconds} to ${facts.maxSeconds} seconds. Cut it to that length and try again.`,
  'reference-wrong-kind': (facts) =>
    `Reference ${facts.index} is not a picture or video that I can use. Send a JPEG, PNG, BMP or WEBP picture, or an MP4 or MOV video.`,
  'reference-too-large': (facts) =>
    `Reference ${facts.index} is too large: at most ${facts.limitMegabytes} MB. Make it smaller and try again.`,
  'reference-wrong-size': (facts) =>
    `Reference ${facts.index} must be ${facts.minPixels} to ${facts.maxPixels} pixels wide and high. Resize it and try again.`,
  'reference-transparent': (facts) =>
    `Reference ${facts.index} is a PNG with transparent parts. Put it on a background, or save it as JPEG, and try again.`,
  'reference-wrong-length': (facts) =>
    `Reference ${facts.index} must last ${facts.minSeconds} to ${facts.maxSeconds} seconds. Cut it to that length and try again.`,
};
