import { type ModeratorsChannel, postToModerators } from '../community/moderators-post.ts';
import { showAsIs } from '../discord/escape.ts';
import { button, buttonRow, container, text } from '../discord/layout.ts';
import { messageUrl } from '../discord/message-url.ts';
import { wordsFor } from '../words/index.ts';
import { shownAt, type VideoJob } from './job.ts';

const longestReason = 500;

/** Tells moderators that something is wrong with a video, once for each person, however often they press. @throws Refusal `reports-nowhere` */
export async function reportVideo(
  channel: ModeratorsChannel,
  job: VideoJob,
  userId: string,
  reason: string,
): Promise<void> {
  const { guildId, locale } = job.place;
  const { report, buttons } = wordsFor(locale).video;
  const at = shownAt(job);
  const where = at ? messageUrl(guildId, at.channelId, at.messageId) : `<#${job.place.channelId}>`;
  const said = showAsIs(reason, longestReason);
  const components = [
    text(report.posted(`<@${userId}>`, `<@${job.requester.userId}>`, where)),
    ...(said === '' ? [] : [text(`>>> ${said}`)]),
    ...buttonRow([
      button('danger', buttons.remove, 'video', 'delete', job.id),
      button('secondary', report.dismiss, 'video', 'dismiss', job.id),
    ]),
  ];
  const nonce = `rp${job.id.slice(-11)}${userId.slice(-11)}`;
  await postToModerators(channel, guildId, { components: [container(components)] }, nonce);
}
