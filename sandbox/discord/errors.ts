/** One entry of Discord's nested `errors` object. */
export interface FieldError {
  readonly code: string;
  readonly message: string;
}

/** An answer that Discord's documentation describes as an error: HTTP status, JSON code and message. */
export class DiscordError extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: number,
    message: string,
    more: {
      readonly errors?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly extra?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(message);
    this.name = 'DiscordError';
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
    this.extra = more.extra ?? {};
  }

  body(): Record<string, unknown> {
    return {
      message: this.message,
      ...this.extra,
      code: this.code,
      ...(this.errors === undefined ? {} : { errors: this.errors }),
    };
  }
}

/** The JSON error codes of Discord's reference ("Opcodes and Status Codes") that the stand-in uses. */
export const refuse = {
  unauthorized: () => new DiscordError(401, 0, '401: Unauthorized'),
  forbidden: () => new DiscordError(403, 0, '403: Forbidden'),
  notFound: () => new DiscordError(404, 0, '404: Not Found'),
  methodNotAllowed: () => new DiscordError(405, 0, '405: Method Not Allowed'),
  unknownApplication: () => new DiscordError(404, 10002, 'Unknown Application'),
  unknownChannel: () => new DiscordError(404, 10003, 'Unknown Channel'),
  unknownGuild: () => new DiscordError(404, 10004, 'Unknown Guild'),
  unknownMember: () => new DiscordError(404, 10007, 'Unknown Member'),
  unknownMessage: () => new DiscordError(404, 10008, 'Unknown Message'),
  unknownOverwrite: () => new DiscordError(404, 10009, 'Unknown permission overwrite'),
  unknownRole: () => new DiscordError(404, 10011, 'Unknown Role'),
  unknownUser: () => new DiscordError(404, 10013, 'Unknown User'),
  unknownWebhook: () => new DiscordError(404, 10015, 'Unknown Webhook'),
  unknownBan: () => new DiscordError(404, 10026, 'Unknown Ban'),
  nobodyBanned: () => new DiscordError(400, 500_000, 'Failed to ban users'),
  unknownInteraction: () => new DiscordError(404, 10062, 'Unknown interaction'),
  unknownCommand: () => new DiscordError(404, 10063, 'Unknown application command'),
  unknownVoiceState: () => new DiscordError(404, 10065, 'Unknown Voice State'),
  unknownCommandPermissions: () => new DiscordError(404, 10066, 'Unknown application command permissions'),
  tooManyCommands: (most: number) =>
    new DiscordError(400, 30032, `Maximum number of application commands reached (${most}).`),
  tooManyCreates: (most: number) =>
    new DiscordError(
      429,
      30034,
      `Max number of daily application command creates has been reached (${most})`,
    ),
  notInVoice: () => new DiscordError(400, 40032, 'Target user is not connected to voice.'),
  requestTooLarge: () => new DiscordError(413, 40005, 'Request entity too large'),
  alreadyAcknowledged: () => new DiscordError(400, 40060, 'Interaction has already been acknowledged.'),
  missingAccess: () => new DiscordError(403, 50001, 'Missing Access'),
  dmOnly: () => new DiscordError(403, 50003, 'Cannot execute action on a DM channel'),
  notYourMessage: () => new DiscordError(403, 50005, 'Cannot edit a message authored by another user'),
  emptyMessage: () => new DiscordError(400, 50006, 'Cannot send an empty message'),
  noVoiceText: () => new DiscordError(400, 50008, 'Cannot send messages in a non-text channel'),
  voiceWithMore: () => new DiscordError(400, 50159, 'Voice messages do not support additional content'),
  notOneSound: () => new DiscordError(400, 50160, 'Voice messages must have a single audio attachment'),
  voiceWithoutMetadata: () => new DiscordError(400, 50161, 'Voice messages must have supporting metadata'),
  voiceEdited: () => new DiscordError(400, 50162, 'Voice messages cannot be edited'),
  noVoiceMessagesHere: () => new DiscordError(403, 50173, 'You cannot send voice messages in this channel'),
  missingPermissions: () => new DiscordError(403, 50013, 'Missing Permissions'),
  bulkDeleteCount: () =>
    new DiscordError(
      400,
      50016,
      'Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete.',
    ),
  wrongChannelType: () => new DiscordError(400, 50024, 'Cannot execute action on this channel type'),
  invalidWebhookToken: () => new DiscordError(401, 50027, 'Invalid Webhook Token'),
  invalidRecipients: () => new DiscordError(400, 50033, 'Invalid Recipient(s)'),
  invalidGuild: () => new DiscordError(400, 50055, 'Invalid Guild'),
  tooOldToBulkDelete: () =>
    new DiscordError(400, 50034, 'You can only bulk delete messages that are under 14 days old.'),
  wrongContentType: contentTypeError,
  invalidJson: () => new DiscordError(400, 50109, 'The request body contains invalid JSON.'),
  threadExists: () => new DiscordError(400, 160004, 'A thread has already been created for this message'),
  invalidRole: () => new DiscordError(400, 50028, 'Invalid role'),
  referenceWithoutHistory: () =>
    new DiscordError(403, 160009, 'Cannot reference a message without permission to read message history'),
  cannotMessageUser: () => new DiscordError(403, 50007, 'Cannot send messages to this user'),
  unknownReaction: () => new DiscordError(400, 10014, 'Unknown Emoji'),
  tooManyWebhooks: (most: number) =>
    new DiscordError(400, 30007, `Maximum number of webhooks reached (${most})`),
  tooManyReactions: (most: number) =>
    new DiscordError(400, 30010, `Maximum number of reactions reached (${most})`),
  unknownEmoji: () => new DiscordError(404, 10014, 'Unknown Emoji'),
  tooManyPins: (most: number) =>
    new DiscordError(400, 30003, `Maximum number of pinned messages reached (${most})`),
  alreadyCrossposted: () => new DiscordError(400, 40033, 'This message has already been crossposted.'),
  systemMessage: () => new DiscordError(403, 50021, 'Cannot execute action on a system message'),
  replyWithoutHistory: () =>
    new DiscordError(403, 160002, 'Cannot reply without permission to read message history'),
  archivedThread: () => new DiscordError(400, 50083, 'Thread is archived'),
} as const;

/** The answer to a body in a format that the API doesn't read. */
function contentTypeError(): DiscordError {
  const message =
    "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.";
  return new DiscordError(400, 50035, 'Invalid Form Body', {
    errors: { _errors: [{ code: 'CONTENT_TYPE_INVALID', message }] },
  });
}

export type FieldPath = readonly (string | number)[];

/** Collects what's wrong with a body and reports it like Discord: 50035 with errors nested by field. */
export class FormErrors {
  readonly #found: { readonly path: FieldPath; readonly error: FieldError }[] = [];

  add(path: FieldPath, code: string, message: string): this {
    this.#found.push({ path, error: { code, message } });
    return this;
  }

  get any(): boolean {
    return this.#found.length > 0;
  }

  throwIfAny(): void {
    if (this.any) throw new DiscordError(400, 50035, 'Invalid Form Body', { errors: this.#tree() });
  }

  #tree(): Record<string, unknown> {
    const tree: Record<string, unknown> = {};
    for (const { path, error } of this.#found) {
      let node = tree;
      for (const key of path) {
        const next = node[key];
        if (typeof next === 'object' && next !== null) {
          node = next as Record<string, unknown>;
        } else {
          const made: Record<string, unknown> = {};
          node[key] = made;
          node = made;
        }
      }
      const list = Array.isArray(node._errors) ? node._errors : [];
      node._errors = [...list, error];
    }
    return tree;
  }
}

export function invalidForm(path: FieldPath, code: string, message: string): DiscordError {
  const tree = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), {
    _errors: [{ code, message }],
  });
  return new DiscordError(400, 50035, 'Invalid Form Body', { errors: tree });
}
