import { randomUUID } from 'node:crypto';
import {
  type APIApplicationCommand,
  type APIApplicationCommandOption,
  type APIMessage,
  MessageFlags,
} from 'discord-api-types/v10';
import { WebSocket } from 'ws';
import { type PersonFile, type RestAnswer, request } from './sandbox-rest.ts';

export type { PersonFile } from './sandbox-rest.ts';

/** Where a person connects; a `DiscordSandbox` fits. */
export interface SandboxAddresses {
  readonly apiUrl: string;
  readonly gatewayUrl: string;
}

export interface SeenEvent {
  readonly name: string;
  readonly data: never;
}

export interface ModalComponent {
  readonly type: number;
  readonly custom_id?: string;
  readonly components?: readonly ModalComponent[];
  readonly component?: ModalComponent;
  readonly options?: readonly { readonly value: string; readonly default?: boolean }[];
}

export interface ShownModal {
  readonly id: string;
  readonly nonce: string | null;
  readonly channel_id: string;
  readonly custom_id: string;
  readonly title: string;
  readonly components: readonly ModalComponent[];
}

export interface AutocompleteChoice {
  readonly name: string;
  readonly value: string | number;
}

/** The payloads of the events that a person's client reads; any other event name is possible and untyped. */
export interface PersonEvents {
  readonly MESSAGE_CREATE: APIMessage & { readonly guild_id?: string };
  readonly MESSAGE_UPDATE: APIMessage & { readonly guild_id?: string };
  readonly MESSAGE_DELETE: { readonly id: string; readonly channel_id: string };
  readonly INTERACTION_CREATE: { readonly id: string; readonly nonce: string };
  readonly INTERACTION_SUCCESS: { readonly id: string; readonly nonce: string };
  readonly INTERACTION_FAILURE: { readonly id: string; readonly nonce: string; readonly reason_code: number };
  readonly INTERACTION_MODAL_CREATE: ShownModal;
  readonly APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE: {
    readonly nonce: string;
    readonly choices: readonly AutocompleteChoice[];
  };
}

export type EventData<Name extends string> = Name extends keyof PersonEvents
  ? PersonEvents[Name]
  : Readonly<Record<string, unknown>>;

/** What was sent to the bot; its `id` is the interaction's. */
export interface Invoked {
  readonly id: string;
  readonly nonce: string;
}

/** A value of a command option. Files are given as `{ file }`. */
export type OptionValue = string | number | boolean | { readonly file: PersonFile };

export class RefusedRequest extends Error {
  readonly status: number;
  readonly body: { readonly code?: number; readonly message?: string; readonly errors?: unknown };

  constructor(what: string, answer: RestAnswer) {
    super(`${what} was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    this.status = answer.status;
    this.body = (answer.body ?? {}) as RefusedRequest['body'];
  }
}

interface Waiter {
  readonly name: string;
  readonly matches: (data: never) => boolean;
  readonly resolve: (data: never) => void;
}

const waitMs = 60_000;

/**
 * A person in the sandbox, driven by a test: logs in with a user token, follows the gateway and uses the REST API,
 * nothing else. A lost connection is resumed. Every event is kept, so that `until` also finds what happened before it was called.
 */
export class SandboxPerson {
  readonly id: string;
  readonly token: string;
  readonly events: SeenEvent[] = [];
  /** Latest known state of every message this person was shown; deleted ones are gone. */
  readonly messages = new Map<string, PersonEvents['MESSAGE_CREATE']>();
  /** Sent as the client's language with commands. */
  locale = 'en-US';
  readonly #addresses: SandboxAddresses;
  readonly #waiters = new Set<Waiter>();
  readonly #listeners = new Set<(event: SeenEvent) => void>();
  #socket: WebSocket | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #seq = 0;
  #sessionId: string | undefined;
  #leaving = false;

  private constructor(addresses: SandboxAddresses, person: { readonly id: string; readonly token: string }) {
    this.#addresses = addresses;
    this.id = person.id;
    this.token = person.token;
  }

  /** Connects and resolves after READY. */
  static async connect(
    addresses: SandboxAddresses,
    person: { readonly id: string; readonly token: string },
  ): Promise<SandboxPerson> {
    const client = new SandboxPerson(addresses, person);
    client.#open();
    await client.until('READY');
    return client;
  }

  disconnect(): void {
    this.#leaving = true;
    clearInterval(this.#heartbeat);
    this.#socket?.terminate();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.disconnect();
  }

  /** The first event of that name that fits, seen already or still to come. Rejects after a minute unless told otherwise. */
  async until<Name extends string>(
    name: Name,
    matches: (data: EventData<Name>) => boolean = () => true,
    timeoutMs = waitMs,
  ): Promise<EventData<Name>> {
    const seen = this.events.find((event) => event.name === name && matches(event.data));
    if (seen) return seen.data;
    return await this.#wait(name, matches, timeoutMs);
  }

  /** The first event of that name that fits from now on. */
  async next<Name extends string>(
    name: Name,
    matches: (data: EventData<Name>) => boolean = () => true,
    timeoutMs = waitMs,
  ): Promise<EventData<Name>> {
    return await this.#wait(name, matches, timeoutMs);
  }

  /** Waits until some message this person sees fits in its latest state: new, edited or long there. */
  async untilMessage(
    matches: (message: PersonEvents['MESSAGE_CREATE']) => boolean,
    timeoutMs = waitMs,
  ): Promise<PersonEvents['MESSAGE_CREATE']> {
    const there = [...this.messages.values()].find(matches);
    if (there) return there;
    return await new Promise((resolve, reject) => {
      const settle = (message: PersonEvents['MESSAGE_CREATE']): void => {
        clearTimeout(timer);
        for (const waiter of waiters) this.#waiters.delete(waiter);
        resolve(message);
      };
      const waiters = (['MESSAGE_CREATE', 'MESSAGE_UPDATE'] as const).map(
        (name): Waiter => ({ name, matches, resolve: settle }),
      );
      const timer = setTimeout(() => {
        for (const waiter of waiters) this.#waiters.delete(waiter);
        reject(new Error(`No such message was seen in ${timeoutMs} ms. ${this.#summary()}`));
      }, timeoutMs);
      for (const waiter of waiters) this.#waiters.add(waiter);
    });
  }

  /** The message that answered an interaction, in the state that fits. *Thinking…* does not count. */
  async answerTo(
    invoked: Invoked,
    matches: (message: PersonEvents['MESSAGE_CREATE']) => boolean = () => true,
    timeoutMs = waitMs,
  ): Promise<PersonEvents['MESSAGE_CREATE']> {
    return await this.untilMessage(
      (message) =>
        message.interaction_metadata?.id === invoked.id && !isThinking(message) && matches(message),
      timeoutMs,
    );
  }

  /** Every event from now on, as it comes. Returns what ends it. */
  onEvent(listener: (event: SeenEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends a gateway command as it is. */
  gatewaySend(op: number, d: unknown): void {
    this.#socket?.send(JSON.stringify({ op, d }));
  }

  /** Uses a slash command as a client does: looks it up, sends typed options, resolves with the interaction's id. */
  async invoke(
    channelId: string,
    path: readonly string[],
    values: Readonly<Record<string, OptionValue>> = {},
  ): Promise<Invoked> {
    const command = await this.command(channelId, path[0] ?? '');
    const files: PersonFile[] = [];
    const options = optionsFor(command.options ?? [], path.slice(1), values, files);
    return await this.#interact(
      { type: 2, channel_id: channelId, data: { ...commandHead(command), options } },
      files,
    );
  }

  /** Uses a context-menu command on a message or a user. */
  async invokeOn(channelId: string, name: string, targetId: string): Promise<Invoked> {
    const command = await this.command(channelId, name);
    return await this.#interact({
      type: 2,
      channel_id: channelId,
      data: { ...commandHead(command), target_id: targetId },
    });
  }

  /** What the bot offers while this person types into the option `focused`. */
  async autocomplete(
    channelId: string,
    path: readonly string[],
    focused: string,
    values: Readonly<Record<string, OptionValue>>,
  ): Promise<readonly AutocompleteChoice[]> {
    const command = await this.command(channelId, path[0] ?? '');
    const options = optionsFor(command.options ?? [], path.slice(1), values, [], focused);
    const nonce = await this.#postInteraction({
      type: 4,
      channel_id: channelId,
      data: { ...commandHead(command), options },
    });
    const answer = await this.until(
      'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE',
      (data) => data.nonce === nonce,
    );
    return answer.choices;
  }

  /** Presses a button, found by its `custom_id` or its label. */
  async click(message: APIMessage, customIdOrLabel: string): Promise<Invoked> {
    const button = componentsIn(message.components ?? []).find(
      ({ type, custom_id, label }) =>
        type === 2 && (custom_id === customIdOrLabel || label === customIdOrLabel),
    );
    if (!button) throw new Error(`The message has no button "${customIdOrLabel}".`);
    return await this.#use(message, { component_type: 2, custom_id: button.custom_id });
  }

  /** Chooses values in a select menu. */
  async select(message: APIMessage, customId: string, values: readonly string[]): Promise<Invoked> {
    const menu = componentsIn(message.components ?? []).find(({ custom_id }) => custom_id === customId);
    if (!menu) throw new Error(`The message has no select menu "${customId}".`);
    return await this.#use(message, { component_type: menu.type, custom_id: customId, values });
  }

  /** The modal that an interaction opened. */
  async modalFor(invoked: Invoked, timeoutMs = waitMs): Promise<ShownModal> {
    return await this.until('INTERACTION_MODAL_CREATE', (modal) => modal.id === invoked.id, timeoutMs);
  }

  /** Fills a modal's fields by `custom_id` and sends it. Lists are for selects, files for upload fields. */
  async submitModal(
    modal: ShownModal,
    values: Readonly<Record<string, string | boolean | readonly string[] | readonly PersonFile[]>>,
  ): Promise<Invoked> {
    const files: PersonFile[] = [];
    const fill = (field: ModalComponent): unknown => {
      const value = values[field.custom_id ?? ''];
      const shared = { type: field.type, custom_id: field.custom_id };
      if (value === undefined && field.type !== 4) return { ...shared, values: chosenAlready(field) };
      if (value === undefined || typeof value === 'string' || typeof value === 'boolean')
        return { ...shared, ...(field.type === 4 ? { value: value ?? currentValue(field) } : { value }) };
      const list = value.map((item) => (typeof item === 'string' ? item : String(files.push(item) - 1)));
      return { ...shared, values: list };
    };
    const components = modal.components.map((component) =>
      component.components
        ? { type: component.type, components: component.components.map(fill) }
        : { type: component.type, ...(component.component ? { component: fill(component.component) } : {}) },
    );
    const data = { id: modal.id, custom_id: modal.custom_id, components };
    return await this.#interact({ type: 5, channel_id: modal.channel_id, data }, files);
  }

  /** Posts a message. */
  async send(
    channelId: string,
    body: string | Readonly<Record<string, unknown>>,
    files: readonly PersonFile[] = [],
  ) {
    const json = typeof body === 'string' ? { content: body } : body;
    return await this.fetched<APIMessage>('POST', `/channels/${channelId}/messages`, json, files);
  }

  /** The command as this person's client lists it. Throws when it is not offered here. */
  async command(channelId: string, name: string): Promise<APIApplicationCommand> {
    const index = await this.fetched<{ readonly application_commands: readonly APIApplicationCommand[] }>(
      'GET',
      `/channels/${channelId}/application-command-index`,
    );
    const command = index.application_commands.find((candidate) => candidate.name === name);
    if (!command) throw new Error(`No command "${name}" is offered to this person here.`);
    return command;
  }

  /** A request that must succeed; throws `RefusedRequest` otherwise. */
  async fetched<Body>(
    method: string,
    path: string,
    json?: unknown,
    files: readonly PersonFile[] = [],
  ): Promise<Body> {
    const answer = await this.rest(method, path, json, files);
    if (answer.status >= 300) throw new RefusedRequest(`${method} ${path}`, answer);
    return answer.body as Body;
  }

  /** Any request, whatever comes back. */
  async rest(
    method: string,
    path: string,
    json?: unknown,
    files: readonly PersonFile[] = [],
  ): Promise<RestAnswer> {
    const headers = { authorization: this.token, 'x-discord-locale': this.locale };
    const { status, body } = await request(this.#addresses.apiUrl, headers, method, path, json, files);
    return { status, body };
  }

  async #use(message: APIMessage, data: Readonly<Record<string, unknown>>): Promise<Invoked> {
    return await this.#interact({ type: 3, channel_id: message.channel_id, message_id: message.id, data });
  }

  async #interact(
    body: Readonly<Record<string, unknown>>,
    files: readonly PersonFile[] = [],
  ): Promise<Invoked> {
    const nonce = await this.#postInteraction(body, files);
    return await this.until('INTERACTION_CREATE', (data) => data.nonce === nonce);
  }

  async #postInteraction(
    body: Readonly<Record<string, unknown>>,
    files: readonly PersonFile[] = [],
  ): Promise<string> {
    const nonce = randomUUID();
    await this.fetched(
      'POST',
      '/interactions',
      { application_id: '1324000000000000001', nonce, ...body },
      files,
    );
    return nonce;
  }

  async #wait<Name extends string>(
    name: Name,
    matches: (data: EventData<Name>) => boolean,
    timeoutMs: number,
  ): Promise<EventData<Name>> {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        reject(new Error(`No fitting ${name} was seen in ${timeoutMs} ms. ${this.#summary()}`));
      }, timeoutMs);
      const waiter: Waiter = {
        name,
        matches,
        resolve: (data) => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          resolve(data);
        },
      };
      this.#waiters.add(waiter);
    });
  }

  #summary(): string {
    return `Seen last: ${this.events
      .slice(-12)
      .map((event) => event.name)
      .join(', ')}`;
  }

  #open(): void {
    const socket = new WebSocket(`${this.#addresses.gatewayUrl}?v=10&encoding=json`);
    this.#socket = socket;
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearInterval(this.#heartbeat);
      const again = this.#leaving ? undefined : setTimeout(() => this.#open(), 50);
      again?.unref();
    });
    socket.on('message', (text) => this.#receive(socket, JSON.parse(String(text))));
  }

  #receive(socket: WebSocket, frame: { op: number; d: never; s: number | null; t: string | null }): void {
    if (frame.op === 10) {
      const { heartbeat_interval: intervalMs } = frame.d as { heartbeat_interval: number };
      this.#heartbeat = setInterval(() => socket.send(JSON.stringify({ op: 1, d: this.#seq })), intervalMs);
      const { token } = this;
      const resume = { token, session_id: this.#sessionId, seq: this.#seq };
      const hello = this.#sessionId ? { op: 6, d: resume } : { op: 2, d: { token, properties: {} } };
      socket.send(JSON.stringify(hello));
    }
    if (frame.op === 9) this.#sessionId = undefined;
    if (frame.op === 7 || frame.op === 9) socket.close(4000);
    if (frame.op !== 0 || frame.t === null) return;
    this.#seq = frame.s ?? this.#seq;
    this.#remember(frame.t, frame.d);
    this.events.push({ name: frame.t, data: frame.d });
    for (const waiter of [...this.#waiters])
      if (waiter.name === frame.t && waiter.matches(frame.d)) waiter.resolve(frame.d);
    for (const listener of [...this.#listeners]) listener({ name: frame.t, data: frame.d });
  }

  #remember(name: string, data: never): void {
    if (name === 'READY') this.#sessionId = (data as { session_id: string }).session_id;
    const message = data as PersonEvents['MESSAGE_CREATE'];
    if (name === 'MESSAGE_CREATE' || name === 'MESSAGE_UPDATE') this.messages.set(message.id, message);
    if (name === 'MESSAGE_DELETE') this.messages.delete(message.id);
  }
}

/** Deferred: whatever was asked for hasn't happened yet. */
function isThinking({ flags }: APIMessage): boolean {
  return ((flags ?? 0) & MessageFlags.Loading) !== 0;
}

interface AnyComponent {
  readonly type: number;
  readonly custom_id?: string;
  readonly label?: string;
  readonly components?: readonly AnyComponent[];
  readonly accessory?: AnyComponent;
}

/** Every component of a message, those inside rows, sections and containers included. */
export function componentsIn(components: readonly unknown[]): readonly AnyComponent[] {
  return (components as readonly AnyComponent[]).flatMap((component) => [
    component,
    ...componentsIn(component.components ?? []),
    ...componentsIn(component.accessory ? [component.accessory] : []),
  ]);
}

function commandHead({ id, name, version, type }: APIApplicationCommand): Readonly<Record<string, unknown>> {
  return { id, name, version, type };
}

/** What a client sends of a field that nobody touched: what the bot had chosen in it, if anything. */
function chosenAlready({ options = [] }: ModalComponent): readonly string[] {
  return options.flatMap((option) => (option.default ? [option.value] : []));
}

function currentValue(field: ModalComponent): string {
  return 'value' in field && typeof field.value === 'string' ? field.value : '';
}

function optionsFor(
  definitions: readonly APIApplicationCommandOption[],
  path: readonly string[],
  values: Readonly<Record<string, OptionValue>>,
  files: PersonFile[],
  focused?: string,
): readonly unknown[] {
  const [name, ...rest] = path;
  if (name !== undefined) {
    const group = definitions.find((definition) => definition.name === name);
    if (!group) throw new Error(`There is no subcommand "${name}".`);
    const inner = 'options' in group ? (group.options ?? []) : [];
    return [{ name, type: group.type, options: optionsFor(inner, rest, values, files, focused) }];
  }
  return Object.entries(values).map(([key, value]) => ({
    name: key,
    type: definitions.find((definition) => definition.name === key)?.type ?? 3,
    value: typeof value === 'object' ? String(files.push(value.file) - 1) : value,
    ...(key === focused ? { focused: true } : {}),
  }));
}
