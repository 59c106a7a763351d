import {
  ApplicationCommandAutocompleteCallbackRequestSchema,
  CreateMessageInteractionCallbackRequestSchema,
  ModalInteractionCallbackRequestSchema,
  PongInteractionCallbackRequestSchema,
  UpdateMessageInteractionCallbackRequestSchema,
} from 'discord-api-spec/zod';
import { MessageFlags, InteractionResponseType as Reply } from 'discord-api-types/v10';
import type { ZodMiniType } from 'zod/mini';
import { invalidForm } from '../errors.ts';
import { noContent, ok, type Routes } from '../http/routes.ts';
import { isOn } from '../http/switches.ts';
import { answer, type ReplyBody } from '../interactions/answer.ts';
import { invoke } from '../interactions/invoke.ts';
import { isObject, type JsonObject } from '../json.ts';
import { messageWire, restViewer } from '../messages/wire.ts';

const callbackLimit = { limit: 1000, windowMs: 1000 };

/** People invoke with `POST /interactions`; the bot answers with `POST /interactions/{id}/{token}/callback`. */
export function interactionRoutes(routes: Routes): void {
  const { core } = routes;

  routes.post('/interactions', { auth: 'person' }, ({ actor, body, uploads, headers }) => {
    const locale = headers['x-discord-locale'];
    invoke(
      core,
      { userId: actor.userId, locale: typeof locale === 'string' ? locale : 'en-US', uploads },
      body,
    );
    return noContent;
  });

  routes.post<ReplyBody>(
    '/interactions/:interactionId/:token/callback',
    { auth: 'token', schema: schemaOf, outsideGlobal: true, limit: callbackLimit },
    ({ param, body, uploads, query }) => {
      const interaction = core.interactions.toAcknowledge(param('interactionId'), param('token'));
      const message = answer(core, interaction, body, uploads);
      if (!isOn(query, 'with_response')) return noContent;
      const { id, type } = interaction;
      const about: JsonObject = message
        ? {
            response_message_id: message.id,
            response_message_loading: (message.flags & MessageFlags.Loading) !== 0,
            response_message_ephemeral: message.audience !== undefined,
          }
        : {};
      const shown = message && body.type !== Reply.DeferredMessageUpdate;
      return ok({
        interaction: {
          id,
          type,
          channel_id: interaction.channelId,
          ...(interaction.guildId === null ? {} : { guild_id: interaction.guildId }),
          ...about,
        },
        resource: {
          type: body.type,
          ...(shown ? { message: messageWire(core, message, restViewer(core)) } : {}),
        },
      });
    },
  );
}

const schemas: Readonly<Record<number, ZodMiniType<unknown>>> = {
  [Reply.Pong]: PongInteractionCallbackRequestSchema,
  [Reply.ChannelMessageWithSource]: CreateMessageInteractionCallbackRequestSchema,
  [Reply.DeferredChannelMessageWithSource]: CreateMessageInteractionCallbackRequestSchema,
  [Reply.DeferredMessageUpdate]: UpdateMessageInteractionCallbackRequestSchema,
  [Reply.UpdateMessage]: UpdateMessageInteractionCallbackRequestSchema,
  [Reply.ApplicationCommandAutocompleteResult]: ApplicationCommandAutocompleteCallbackRequestSchema,
  [Reply.Modal]: ModalInteractionCallbackRequestSchema,
};

function schemaOf(body: unknown): ZodMiniType<unknown> {
  const schema = isObject(body) ? schemas[Number(body.type)] : undefined;
  if (schema) return schema;
  throw invalidForm(
    ['type'],
    'BASE_TYPE_CHOICES',
    `Value must be one of (${Object.keys(schemas).join(', ')}).`,
  );
}
