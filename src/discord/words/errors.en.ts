import { knowledgeRefusals } from '../../knowledge/words/refusals.en.ts';
import { permissionWords } from '../../language/permissions.en.ts';
import { countdown, listPhrase, permissionsPhrase } from '../../language/phrases.ts';
import { speechRefusals } from '../../speech/words/refusals.en.ts';
import { voiceRefusals } from '../../voice/words/refusals.en.ts';
import type { ErrorWords } from './error-words.ts';

const list = (items: readonly string[]) => listPhrase(items, 'en');
const permissions = (names: readonly string[]) => permissionsPhrase(names, permissionWords, 'en');

export const errorWords: ErrorWords = {
  permissions: permissionWords,
  refusals: {
    ...voiceRefusals,
    ...speechRefusals,
    ...knowledgeRefusals,
    'guild-only': () => 'This only works in a server. Use it in a channel of a server that I am a member of.',
    'command-unknown': () =>
      'I no longer offer that command. Restart Discord (Ctrl+R) to get the current list, then try again.',
    'bot-lacks-permissions': (facts) =>
      `I need ${permissions(facts.permissions)} in <#${facts.channelId}> for this. Ask a moderator to allow it, or try another channel.`,
    'you-lack-permissions': (facts) =>
      `You need ${permissions(facts.permissions)} for this. Ask a moderator of this server.`,
    'not-yours': () => 'Only the person who asked for this, or a moderator, can do that.',
    'control-expired': () => 'That control is no longer in use. Run the command again to get a new one.',
    'option-invalid': (facts) =>
      `The value of \`${facts.option}\` does not fit: ${facts.rule}. Change it and send the command again.`,
    'option-not-offered': (facts) =>
      `${facts.model} has no \`${facts.option}\`; ${list(facts.offeredBy)} ${facts.offeredBy.length === 1 ? 'has' : 'have'}. Leave the option out or choose another model.`,
    'option-twice': (facts) => `Give only one of ${list(facts.options.map((name) => `\`${name}\``))}.`,
    'references-missing': () =>
      'Give at least one picture or video that shows who or what the video is about, as a file or by its address.',
    'references-too-many': (facts) =>
      `That is too much to look at: at most ${facts.maxImages} pictures and ${facts.maxVideos} videos, ${facts.maxFiles} files together.`,
    'nothing-to-use': () => 'That message holds nothing that I could use here.',
    'file-gone': () => 'The file is no longer kept, neither here nor at the service. Make the video again.',
    'file-still-too-large': (facts) =>
      `The file is still too large for this server (${facts.limitMegabytes} MB) and cannot be made smaller without spoiling it. Use its link.`,
    'prompt-empty': () => 'The prompt is empty. Describe in a sentence what the video should show.',
    'audio-twice': () => 'Give either an audio file or an audio address, not both.',
    'url-not-http': (facts) =>
      `\`${facts.option}\` must be a whole web address that starts with http:// or https://.`,
    'url-private': (facts) =>
      `\`${facts.option}\` names a private address. The file must be where everybody on the internet can fetch it; you can attach it instead.`,
    'file-unreachable': (facts) =>
      `I could not fetch the file of \`${facts.option}\`. Check that the address opens in a browser without signing in, or attach the file instead.`,
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
    'region-lacks-kind': (facts) =>
      `The service's region ${facts.region} does not offer ${facts.model}; ${list(facts.servedBy)} ${facts.servedBy.length === 1 ? 'does' : 'do'}. Whoever runs this bot can change the region.`,
    'quota-spent': (facts) => {
      const whose = facts.scope === 'person' ? 'You have' : 'This server has';
      const until = countdown(facts.resetsAt);
      return facts.unit === 'video-seconds'
        ? `That takes ${facts.asked} s of video. ${whose} ${facts.left} of ${facts.limit} s left until ${until}. Ask for a shorter video or wait.`
        : `That is ${facts.asked} spoken characters. ${whose} ${facts.left} of ${facts.limit} left until ${until}. Shorten the text or wait.`;
    },
    'shutting-down': () => 'I am being restarted. Try again in a minute; what was already accepted goes on.',
    'job-gone': () => 'I have no record of that video any more. Run the command again to make a new one.',
    'too-late': () => 'Too late: the work has already begun and can no longer be stopped.',
  },
  service: {
    'invalid-request': 'The service did not accept this combination of options. Change them and try again.',
    moderation: 'The service refused this because of its content rules. Put it in other words and try again.',
    'invalid-media': 'The service could not use the file or address that you gave. Try another file.',
    credentials:
      'The service did not accept this bot’s key. Whoever runs the bot must check the key and its region.',
    clock:
      'The clock of the machine that this bot runs on is wrong, so the service does not accept its calls. Whoever runs the bot must set it right.',
    access: 'This bot’s account may not use that model. Whoever runs the bot must enable it at the service.',
    arrears: 'This bot’s account at the service is out of credit. Whoever runs the bot must top it up.',
    'not-found': 'The service no longer knows that task. Run the command again to make a new one.',
    'too-late': 'Too late: the service has already begun the work.',
    throttled: 'The service is busy for this bot’s account at the moment. Try again in a minute.',
    server: 'The service has a problem of its own. Try again in a few minutes.',
    timeout: 'The service did not answer in time. Try again in a few minutes.',
    unreachable: 'The service cannot be reached at the moment. Try again in a few minutes.',
    malformed: 'The service gave an answer that I do not understand. Try again in a few minutes.',
    region:
      'The service’s region that this bot uses does not offer this. Whoever runs the bot can change the region.',
    aborted: 'I stopped before the service had answered. Try again in a minute.',
  },
  discord: {
    access: 'Discord did not let me do that here. Ask a moderator to check my permissions in this channel.',
    'place-gone':
      'The channel or message that this belongs to is gone. Run the command again where it should be.',
    'file-too-large':
      'The file is too large for this server’s upload limit. Ask for a shorter or smaller one.',
    unavailable: 'Discord had a problem of its own. Try again in a minute.',
  },
  unexpected:
    'Something went wrong on my side. Try again, and tell whoever runs this bot if it happens again.',
  footer: (reference, requestId) =>
    `-# Reference ${reference}${requestId ? ` · service request ${requestId}` : ''}`,
};
