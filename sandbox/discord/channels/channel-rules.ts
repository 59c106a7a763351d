import { ChannelType } from 'discord-api-types/v10';
import { FormErrors } from '../errors.ts';
import { lengthOf } from '../text-length.ts';
import type { Channel } from '../world/model.ts';
import type { ChannelBody } from './channel-body.ts';

/** Text channels become announcement channels and the other way round; everything else stays what it is. */
const exchangeable: readonly ChannelType[] = [ChannelType.GuildText, ChannelType.GuildAnnouncement];

const longestTopic = 1024;
const longestGuidelines = 4096;
const mostInVoice = 99;
const mostInStage = 10_000;

/** Limits that depend on the channel's type, which the schema doesn't know. Throws 50035. */
export function checkChannel({ type }: Channel, body: ChannelBody): void {
  const errors = new FormErrors();
  const types = exchangeable.includes(type) ? exchangeable : [type];
  if (typeof body.type === 'number' && !types.includes(body.type))
    errors.add(['type'], 'BASE_TYPE_CHOICES', `Value must be one of (${types.join(', ')}).`);
  const isForum = type === ChannelType.GuildForum || type === ChannelType.GuildMedia;
  const longest = isForum ? longestGuidelines : longestTopic;
  if (lengthOf(body.topic ?? '') > longest)
    errors.add(['topic'], 'BASE_TYPE_BAD_LENGTH', `Must be between 0 and ${longest} in length.`);
  const most = type === ChannelType.GuildStageVoice ? mostInStage : mostInVoice;
  if ((body.user_limit ?? 0) > most)
    errors.add(['user_limit'], 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${most}.`);
  errors.throwIfAny();
}
