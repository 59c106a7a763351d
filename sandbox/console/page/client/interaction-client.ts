import type { CommandPayload } from '../composer/payload.ts';
import type { Modal } from '../forms/modal-form.ts';
import type { Message } from '../wire/message.ts';
import type { DiscordRest } from './rest.ts';

/** Interaction types a person's client sends. */
const kinds = { command: 2, component: 3, autocomplete: 4, modal: 5 } as const;

export interface Place {
  readonly channelId: string;
  readonly guildId: string | undefined;
}

export interface InteractionClientOptions {
  readonly rest: DiscordRest;
  readonly sessionId: () => string;
}

/** The body of `POST /interactions` for each kind. The answer comes over the gateway under the same nonce. */
export class InteractionClient {
  readonly #options: InteractionClientOptions;

  constructor(options: InteractionClientOptions) {
    this.#options = options;
  }

  command(place: Place, applicationId: string, payload: CommandPayload, nonce: string): Promise<void> {
    return this.#send(kinds.command, place, applicationId, nonce, { data: payload.data }, payload.files);
  }

  autocomplete(place: Place, applicationId: string, payload: CommandPayload, nonce: string): Promise<void> {
    return this.#send(kinds.autocomplete, place, applicationId, nonce, { data: payload.data });
  }

  component(
    place: Place,
    message: Message,
    data: {
      readonly component_type: number;
      readonly custom_id: string;
      readonly values?: readonly string[];
    },
    nonce: string,
  ): Promise<void> {
    return this.#send(kinds.component, place, message.application_id ?? message.author.id, nonce, {
      message_id: message.id,
      message_flags: message.flags ?? 0,
      data,
    });
  }

  modal(
    place: Place,
    modal: Modal,
    submitted: {
      readonly components: readonly unknown[];
      readonly attachments: readonly unknown[];
      readonly files: readonly File[];
    },
    nonce: string,
  ): Promise<void> {
    const { components, attachments, files } = submitted;
    const data = {
      id: modal.id,
      custom_id: modal.custom_id,
      components,
      ...(files.length > 0 && { attachments }),
    };
    return this.#send(kinds.modal, place, modal.application.id, nonce, { data }, files);
  }

  #send(
    type: number,
    place: Place,
    applicationId: string,
    nonce: string,
    rest: Record<string, unknown>,
    files: readonly File[] = [],
  ): Promise<void> {
    return this.#options.rest.post(
      '/interactions',
      {
        type,
        nonce,
        application_id: applicationId,
        channel_id: place.channelId,
        ...(place.guildId && { guild_id: place.guildId }),
        session_id: this.#options.sessionId(),
        ...rest,
      },
      files,
    );
  }
}
