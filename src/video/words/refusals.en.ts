import { permissionWords } from '../../language/permissions.en.ts';
import { anyPermissionPhrase, listPhrase, orPhrase } from '../../language/phrases.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';
import type { VideoRefusal } from '../../refusal/video.ts';

const any = (names: readonly string[]) => anyPermissionPhrase(names, permissionWords, 'en');
const list = (items: readonly string[]) => listPhrase(items, 'en');
/** `5`, `5 or 10`, `2 to 15`. */
const lengths = (seconds: readonly number[]) =>
  seconds.length > 2 ? `${seconds[0]} to ${seconds.at(-1)}` : orPhrase(seconds.map(String), 'en');

export const videoRefusals: RefusalSentences<VideoRefusal> = {
  'option-not-offered': (facts) =>
    `${facts.model} doesn't support \`${facts.option}\`. Leave it out or use ${list(facts.offeredBy)}.`,
  'size-not-made': (facts) =>
    `${facts.model} can't do that \`${facts.option}\`. Choose ${orPhrase(facts.sizes, 'en')}.`,
  'length-not-made': (facts) => `${facts.model} only makes videos of ${lengths(facts.seconds)} s.`,
  'references-missing': () =>
    'Add at least one picture or clip of who or what the video is about, as a file or a link.',
  'references-too-many': (facts) =>
    `That's too many files. Use up to ${facts.maxImages} pictures and ${facts.maxVideos} clips, ${facts.maxFiles} in total.`,
  'nothing-to-use': () => "There's nothing in that message I can use.",
  'file-uninspected': () => "I couldn't check that video's file, so I won't post it. Make the video again.",
  'file-gone': () => "The file isn't stored any more, here or at the service. Make the video again.",
  'files-away': () => "I can't get to the stored files right now. Try again in a few minutes.",
  'file-still-too-large': (facts) =>
    `The file is still over this server's ${facts.limitMegabytes} MB limit, and shrinking it more would ruin it. Use its link.`,
  'report-not-mine': () => "That isn't my message. Report it to Discord, or message a moderator.",
  'reports-nowhere': () => "There's no channel for reports here yet. Message a moderator directly.",
  'video-longer-than-here': ({ limit }) =>
    `Videos here are at most ${limit} s long. Pick a shorter \`duration\`.`,
  'prompt-empty': () => 'The prompt is empty. Describe the video in a sentence.',
  'audio-twice': () => 'Use either an audio file or an audio link, not both.',
  'region-lacks-kind': (facts) =>
    `${facts.model} isn't available in the bot's region (${facts.region}), only in ${list(facts.servedBy)}. Ask the bot's owner to change it.`,
  'job-gone': () => "I can't find that video. See yours with `/video list`.",
  'video-not-here': (facts) =>
    `That video belongs to another channel. Only the person who made it or a moderator (${any(facts.anyOf)}) can repost it here.`,
  'video-removed': (facts) => `That video was deleted. Only a moderator (${any(facts.anyOf)}) can repost it.`,
  'already-decided': () => 'This has been decided already. Press **Details** to see where it stands.',
  'too-late': () => "Too late. It's already being made.",
  'preset-unknown': () => "You don't have a preset by that name. See yours with `/video presets`.",
  'preset-name-invalid': (facts) =>
    `A preset name needs at least one letter or number, and at most ${facts.limit} characters.`,
  'preset-empty': () => 'That preset is empty. Give it a style, model, size, length or seed.',
  'presets-full': (facts) =>
    `You already have ${facts.limit} presets. Delete one with \`/video presets\` first.`,
};
