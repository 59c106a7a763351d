import { permissionWords } from '../../language/permissions.en.ts';
import { anyPermissionPhrase, listPhrase } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { VideoRefusal } from '../../refusal/video.ts';

const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'en');
const list = (items: readonly string[]) => listPhrase(items, 'en');

export const videoRefusals: RefusalSentences<VideoRefusal> = {
  'option-not-offered': (facts) =>
    `${facts.model} has no \`${facts.option}\`; ${list(facts.offeredBy)} ${facts.offeredBy.length === 1 ? 'has' : 'have'}. Leave the option out or choose another model.`,
  'references-missing': () =>
    'Give at least one picture or video that shows who or what the video is about, as a file or by its address.',
  'references-too-many': (facts) =>
    `That is too much to look at: at most ${facts.maxImages} pictures and ${facts.maxVideos} videos, ${facts.maxFiles} files together.`,
  'nothing-to-use': () => 'That message holds nothing that I could use here.',
  'file-uninspected': () => "I couldn't check that video's file, so I won't post it. Make the video again.",
  'file-gone': () => 'The file is no longer kept, neither here nor at the service. Make the video again.',
  'file-still-too-large': (facts) =>
    `The file is still too large for this server (${facts.limitMegabytes} MB) and cannot be made smaller without spoiling it. Use its link.`,
  'prompt-empty': () => 'The prompt is empty. Describe in a sentence what the video should show.',
  'audio-twice': () => 'Give either an audio file or an audio address, not both.',
  'region-lacks-kind': (facts) =>
    `The service's region ${facts.region} does not offer ${facts.model}; ${list(facts.servedBy)} ${facts.servedBy.length === 1 ? 'does' : 'do'}. Whoever runs this bot can change the region.`,
  'job-gone': () => 'I have no record of that video any more. Run the command again to make a new one.',
  'video-not-here': (facts) =>
    `That video belongs in another channel. Only the person who asked for it, or a moderator (${any(facts.anyOf)}), can bring it here.`,
  'video-removed': (facts) =>
    `That video was deleted. Only a moderator (${any(facts.anyOf)}) can bring it back.`,
  'too-late': () => 'Too late: the work has already begun and can no longer be stopped.',
};
