import {
  IncomingWebhookRequestPartialSchema,
  IncomingWebhookUpdateRequestPartialSchema,
} from 'discord-api-spec/zod';
import { refuse } from '../errors.ts';
import {
  deleteMessage,
  type ExecuteBody,
  editMessage,
  execute,
  readMessage,
  webhookOf,
} from '../extras/incoming-webhooks.ts';
import { type Call, noContent, ok, type RouteRules, type Routes } from '../http/routes.ts';
import { amend, replyFrame, say } from '../interactions/answer.ts';
import type { StoredInteraction } from '../interactions/store.ts';
import type { MessageBody } from '../messages/compose.ts';
import { remove } from '../messages/post.ts';
import { messageWire, restViewer } from '../messages/wire.ts';
import type { Message } from '../world/model.ts';
import { places } from '../world/places.ts';

const rules: RouteRules = { auth: 'token', outsideGlobal: true, limit: { limit: 5, windowMs: 2000 } };
const editing: RouteRules = { ...rules, schema: IncomingWebhookUpdateRequestPartialSchema };

/**
 * `/webhooks/{application}/{interaction token}`: follow-ups to interactions. With the id and token of a channel's webhook the
 * same addresses are that webhook's.
 */
export function webhookRoutes(routes: Routes): void {
  const { core } = routes;
  const base = '/webhooks/:webhookId/:token';

  const isFollowUp = (call: Call): boolean => call.param('webhookId') === places.applicationId;
  const interactionOf = (call: Call): StoredInteraction => {
    return core.interactions.toFollowUp(call.param('token'));
  };

  routes.post<ExecuteBody>(base, { ...rules, schema: IncomingWebhookRequestPartialSchema }, (call) => {
    if (!isFollowUp(call)) return execute(core, webhookOf(core, call), call);
    const interaction = interactionOf(call);
    const original = originalOf(interaction);
    // The first follow-up after a deferral is the deferred message; its visibility was decided by the deferral.
    if (original && isLoading(original)) {
      amend(core, original, call.body, call.uploads);
      return ok(messageWire(core, original, restViewer(core)));
    }
    const message = say(core, interaction, call.body, call.uploads, replyFrame(original));
    return ok(messageWire(core, message, restViewer(core)));
  });

  routes.get(
    `${base}/messages/:messageId`,
    (call) =>
      isFollowUp(call)
        ? ok(messageWire(core, messageOf(call), restViewer(core)))
        : readMessage(core, webhookOf(core, call), call),
    rules,
  );

  routes.patch<MessageBody>(`${base}/messages/:messageId`, editing, (call) => {
    if (!isFollowUp(call)) return editMessage(core, webhookOf(core, call), call);
    const message = messageOf(call);
    amend(core, message, call.body, call.uploads);
    return ok(messageWire(core, message, restViewer(core)));
  });

  routes.delete(
    `${base}/messages/:messageId`,
    (call) => {
      if (!isFollowUp(call)) return deleteMessage(core, webhookOf(core, call), call);
      remove(core, messageOf(call));
      return noContent;
    },
    rules,
  );

  function originalOf(interaction: StoredInteraction): Message | undefined {
    const { state, channelId, sourceMessage } = interaction;
    if ('messageId' in state) return core.world.findMessage(channelId, state.messageId);
    if (state.kind !== 'updated' && state.kind !== 'deferred-update') return undefined;
    return sourceMessage && core.world.findMessage(channelId, sourceMessage.id);
  }

  function messageOf(call: Call): Message {
    const interaction = interactionOf(call);
    const id = call.param('messageId');
    const message =
      id === '@original' ? originalOf(interaction) : core.world.findMessage(interaction.channelId, id);
    if (message?.applicationId !== places.applicationId && message !== interaction.sourceMessage)
      throw refuse.unknownMessage();
    if (!message) throw refuse.unknownMessage();
    return message;
  }
}

function isLoading(message: Message): boolean {
  return (message.flags & 128) !== 0;
}
