import { DiscordAPIError, HTTPError, RESTJSONErrorCodes } from 'discord.js';
import { MessageError, type MessageRefusal } from './messenger.ts';
import { ForeignAnswer } from './requests.ts';

/** What Discord can refuse while an answer is written, as families that people can act on. */
export type DiscordFault = 'access' | 'place-gone' | 'file-too-large' | 'unavailable';

/** It's too late to answer the interaction: it took too long, was answered already, or its token expired. */
const lost: ReadonlySet<unknown> = new Set([
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged,
  RESTJSONErrorCodes.InvalidWebhookToken,
  RESTJSONErrorCodes.UnknownWebhook,
]);

const access: ReadonlySet<unknown> = new Set([
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.MissingPermissions,
  RESTJSONErrorCodes.CannotEditMessageAuthoredByAnotherUser,
  RESTJSONErrorCodes.CannotSendMessagesToThisUser,
  RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel,
  /** Sending is temporarily disabled. */
  40004,
]);

const placeGone: ReadonlySet<unknown> = new Set([
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.UnknownGuild,
  RESTJSONErrorCodes.UnknownMessage,
  /** The thread is archived. */
  50083,
]);

const ofMessage: { readonly [Reason in MessageRefusal]: DiscordFault | 'lost' | undefined } = {
  closed: 'access',
  'too-large': 'file-too-large',
  'token-dead': 'lost',
  temporary: 'unavailable',
  invalid: undefined,
  blind: 'access',
};

/** What a REST error of Discord means for the person; undefined if it isn't one, or is our bug. */
export function discordFaultOf(error: unknown): DiscordFault | 'lost' | undefined {
  if (error instanceof MessageError) return ofMessage[error.reason];
  if (error instanceof ForeignAnswer) return 'unavailable';
  if (error instanceof DiscordAPIError) {
    if (lost.has(error.code)) return 'lost';
    if (access.has(error.code)) return 'access';
    if (placeGone.has(error.code)) return 'place-gone';
    if (error.code === RESTJSONErrorCodes.RequestEntityTooLarge) return 'file-too-large';
  }
  if (error instanceof DiscordAPIError || error instanceof HTTPError) {
    if (error.status === 413) return 'file-too-large';
    return error.status >= 500 || error.status === 429 ? 'unavailable' : undefined;
  }
  return undefined;
}
