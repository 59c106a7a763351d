/** The package ships its zod schemas as JavaScript only; these are the ones the stand-in uses. */
declare module 'discord-api-spec/zod' {
  import type { ZodMiniType } from 'zod/mini';

  type RequestSchema = ZodMiniType<unknown>;
  export const ApplicationCommandAutocompleteCallbackRequestSchema: RequestSchema;
  export const ApplicationCommandCreateRequestSchema: RequestSchema;
  export const ApplicationCommandPatchRequestPartialSchema: RequestSchema;
  export const ApplicationCommandUpdateRequestSchema: RequestSchema;
  export const ApplicationFormPartialSchema: RequestSchema;
  export const BotAccountPatchRequestSchema: RequestSchema;
  export const ChannelPermissionOverwriteRequestSchema: RequestSchema;
  export const CreateForumThreadRequestSchema: RequestSchema;
  export const CreateGuildChannelRequestSchema: RequestSchema;
  export const CreateMessageInteractionCallbackRequestSchema: RequestSchema;
  export const CreatePrivateChannelRequestSchema: RequestSchema;
  export const CreateRoleRequestSchema: RequestSchema;
  export const CreateTextThreadWithMessageRequestSchema: RequestSchema;
  export const CreateTextThreadWithoutMessageRequestSchema: RequestSchema;
  export const IncomingWebhookRequestPartialSchema: RequestSchema;
  export const IncomingWebhookUpdateRequestPartialSchema: RequestSchema;
  export const MessageResponseSchema: ZodMiniType<unknown>;
  export const MessageCreateRequestSchema: RequestSchema;
  export const MessageEditRequestPartialSchema: RequestSchema;
  export const ModalInteractionCallbackRequestSchema: RequestSchema;
  export const PongInteractionCallbackRequestSchema: RequestSchema;
  export const SnowflakeTypeSchema: RequestSchema;
  export const UpdateGuildChannelRequestPartialSchema: RequestSchema;
  export const UpdateMessageInteractionCallbackRequestSchema: RequestSchema;
  export const UpdateRoleRequestPartialSchema: RequestSchema;
  export const UpdateSelfVoiceStateRequestPartialSchema: RequestSchema;
  export const UpdateVoiceStateRequestPartialSchema: RequestSchema;
  export const UpdateThreadRequestPartialSchema: RequestSchema;
}
