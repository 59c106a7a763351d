import { openAsBlob } from 'node:fs';
import {
  ChannelType,
  type Client,
  DiscordAPIError,
  MessageFlags,
  type RawFile,
  type REST,
  RESTJSONErrorCodes,
  type RouteLike,
  Routes,
  SnowflakeUtil,
  ThreadAutoArchiveDuration,
} from 'discord.js';
import { z } from 'zod';
import { attempt } from './message-errors.ts';
import { type MessageBody, MessageError, type Messenger, type PanelAddress } from './messenger.ts';

/** Discord's code for something that this type of channel can't have. */
const wrongChannelType = 50024;

/** The messenger over discord.js' REST client, with its queue, rate limits and retries. */
export class RestMessenger implements Messenger {
  readonly #rest: REST;
  readonly #now: () => number;

  constructor(client: Client, now: () => number) {
    this.#rest = client.rest;
    this.#now = now;
  }

  async post(channelId: string, body: MessageBody, nonce: string, signal?: AbortSignal) {
    const posted = await this.#send('post', Routes.channelMessages(channelId), body, {
      signal,
      extra: {
        nonce,
        enforce_nonce: true,
        ...(body.repliesTo === undefined ? {} : { message_reference: { message_id: body.repliesTo } }),
      },
      ...(body.silent ? { flags: MessageFlags.SuppressNotifications } : {}),
    });
    return { messageId: posted.id };
  }

  async findOwn(channelId: string, customId: string, since: number, signal?: AbortSignal) {
    const start = SnowflakeUtil.generate({ timestamp: since - clockSkewMs }).toString();
    let seen = false;
    // If our clock is ahead of Discord's, the message was written before our `since`.
    for (const way of ['after', 'before'] as const) {
      for await (const message of this.#messages(channelId, way, start, signal)) {
        seen = true;
        if (carries(message, customId))
          return { messageId: message.id, hasFile: message.attachments.length > 0 };
      }
    }
    if (!seen) await this.#assertSees(channelId, start, signal);
    return undefined;
  }

  async *#messages(
    channelId: string,
    way: 'after' | 'before',
    start: string,
    signal: AbortSignal | undefined,
  ): AsyncIterable<ReadMessage> {
    let from = start;
    for (let page = 0; page < maxPagesSearched; page += 1) {
      const query = new URLSearchParams({ [way]: from, limit: String(pageSize) });
      const options = { query, ...(signal ? { signal } : {}) };
      const messages = await attempt(async () =>
        z.array(messageSchema).parse(await this.#rest.get(Routes.channelMessages(channelId), options)),
      );
      yield* messages;
      if (messages.length < pageSize) return;
      const ids = messages.map(({ id }) => BigInt(id)).toSorted((a, b) => (a < b ? -1 : 1));
      from = String(way === 'after' ? ids.at(-1) : ids[0]);
    }
  }

  /**
   * Without the permission to read older messages, a list is empty and not an error. Only a single message is refused;
   * with the permission it's unknown.
   */
  async #assertSees(channelId: string, anyId: string, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#message(channelId, anyId, signal);
    } catch (error) {
      if (!(error instanceof MessageError) || error.reason !== 'closed') throw error;
      if (error.discordCode === RESTJSONErrorCodes.UnknownMessage) return;
      throw new MessageError('blind', error, error.discordCode);
    }
  }

  async #message(channelId: string, messageId: string, signal?: AbortSignal): Promise<ReadMessage> {
    const route = Routes.channelMessage(channelId, messageId);
    return await attempt(async () =>
      messageSchema.parse(await this.#rest.get(route, signal ? { signal } : {})),
    );
  }

  async attachmentUrl(channelId: string, messageId: string, attachmentId?: string) {
    const { attachments } = await this.#message(channelId, messageId);
    return attachments.find(({ id }) => attachmentId === undefined || id === attachmentId)?.url;
  }

  async renewUrls(urls: readonly string[]) {
    const { refreshed_urls: renewed } = await attempt(async () => {
      const answer = await this.#rest.post('/attachments/refresh-urls', { body: { attachment_urls: urls } });
      return renewedSchema.parse(answer);
    });
    return urls.map((url) => renewed.find(({ original }) => original === url)?.refreshed ?? undefined);
  }

  async editPanel(panel: PanelAddress, body: MessageBody) {
    const { id } = await this.#reach(
      panel,
      async (route) => await this.#send('patch', route, body, { auth: false }),
      async (route) => await this.#send('patch', route, body, {}),
    );
    return { messageId: id };
  }

  async removePanel(panel: PanelAddress) {
    const deleting = (options: { auth?: false }) => async (route: RouteLike) =>
      await attempt(async () => await this.#rest.delete(route, options)).catch(unlessGone);
    await this.#reach(panel, deleting({ auth: false }), deleting({}));
  }

  /** By its token while that's valid, which needs no permission; after that as a message. */
  async #reach<Result>(
    panel: PanelAddress,
    byToken: (route: RouteLike) => Promise<Result>,
    asMessage: (route: RouteLike) => Promise<Result>,
  ): Promise<Result> {
    const { applicationId, channelId, messageId } = panel;
    const token = this.#tokenOf(panel);
    if (token !== undefined) {
      try {
        return await byToken(Routes.webhookMessage(applicationId, token, messageId ?? '@original'));
      } catch (error) {
        if (!(error instanceof MessageError) || error.reason !== 'token-dead' || !messageId) throw error;
      }
    }
    if (!messageId) throw new MessageError('token-dead', undefined);
    return await asMessage(Routes.channelMessage(channelId, messageId));
  }

  async whisper(panel: PanelAddress, body: MessageBody) {
    const token = this.#tokenOf(panel);
    if (token === undefined) throw new MessageError('token-dead', undefined);
    await this.#send('post', Routes.webhook(panel.applicationId, token), body, {
      auth: false,
      flags: MessageFlags.Ephemeral,
    });
  }

  async direct(userId: string, body: MessageBody, nonce: string) {
    const channel = await attempt(async () => {
      const opened = await this.#rest.post(Routes.userChannels(), { body: { recipient_id: userId } });
      return identifiedSchema.parse(opened);
    });
    await this.post(channel.id, body, nonce);
  }

  async remove(channelId: string, messageId: string) {
    await attempt(async () => await this.#rest.delete(Routes.channelMessage(channelId, messageId)));
  }

  async customIdsIn(channelId: string, messageId: string) {
    const { components } = await this.#message(channelId, messageId);
    const found = JSON.stringify(components).matchAll(/"custom_id":("[^"]*")/g);
    return [...found].map(([, id = '""']) => String(JSON.parse(id)));
  }

  async textIn(channelId: string, messageId: string) {
    const { content, components } = await this.#message(channelId, messageId);
    const found = JSON.stringify(components).matchAll(/"content":("(?:[^"\\]|\\.)*")/g);
    return [content, ...[...found].map(([, text = '""']) => String(JSON.parse(text)))].join('\n').trim();
  }

  async typing(channelId: string) {
    await attempt(async () => await this.#rest.post(Routes.channelTyping(channelId)));
  }

  async createThread(channelId: string, name: string) {
    const body = {
      name,
      type: ChannelType.PublicThread,
      auto_archive_duration: ThreadAutoArchiveDuration.OneDay,
    };
    return await attempt(async () => {
      try {
        const thread = identifiedSchema.parse(await this.#rest.post(Routes.threads(channelId), { body }));
        return { channelId: thread.id };
      } catch (error) {
        if (!(error instanceof DiscordAPIError && error.code === wrongChannelType)) throw error;
        return { channelId };
      }
    });
  }

  /** Undefined once it has expired. */
  #tokenOf({ token, tokenExpiresAt }: PanelAddress): string | undefined {
    return this.#now() < tokenExpiresAt ? token : undefined;
  }

  async #send(
    method: 'post' | 'patch',
    route: RouteLike,
    body: MessageBody,
    options: {
      signal?: AbortSignal | undefined;
      auth?: false;
      flags?: number;
      extra?: Record<string, unknown>;
    },
  ): Promise<{ readonly id: string }> {
    return await attempt(async () => {
      const files = await Promise.all((body.files ?? []).map(rawFile));
      const sent = await this.#rest[method](route, {
        body: {
          components: body.components,
          flags: MessageFlags.IsComponentsV2 | (options.flags ?? 0),
          allowed_mentions: {
            parse: [],
            users: [...(body.mentions ?? [])],
            ...(body.repliesTo === undefined ? {} : { replied_user: body.silent !== true }),
          },
          attachments: (body.files ?? []).map(({ name, description }, id) => ({
            id,
            filename: name,
            description,
          })),
          ...options.extra,
        },
        files,
        ...(options.auth === false ? { auth: false } : {}),
        ...(options.signal ? { signal: options.signal } : {}),
      });
      return identifiedSchema.parse(sent);
    });
  }
}

/** Something on the way may answer "OK" with no content or its own. Without an id, nothing was made. */
export const identifiedSchema = z.object({ id: z.string() });

/** The fields of a message that we read. */
const messageSchema = identifiedSchema.extend({
  content: z.string().default(''),
  attachments: z.array(z.object({ id: z.string(), url: z.string() })).default([]),
  components: z.array(z.unknown()).default([]),
});
type ReadMessage = z.infer<typeof messageSchema>;

const renewedSchema = z.object({
  refreshed_urls: z.array(z.object({ original: z.string(), refreshed: z.string().nullable() })),
});

const clockSkewMs = 60_000;
const pageSize = 100;
const maxPagesSearched = 10;

async function rawFile({ name, path, bytes }: NonNullable<MessageBody['files']>[number]): Promise<RawFile> {
  if (bytes) return { name, data: Buffer.from(bytes) };
  const blob = await openAsBlob(path);
  return { name, data: Buffer.from(await blob.arrayBuffer()) };
}

function carries(message: ReadMessage, customId: string): boolean {
  return JSON.stringify(message.components ?? []).includes(JSON.stringify(customId));
}

function unlessGone(error: unknown): void {
  const isGone = error instanceof MessageError && error.discordCode === RESTJSONErrorCodes.UnknownMessage;
  if (!isGone) throw error;
}
