import { type Interaction, PermissionsBitField, type PermissionsString } from 'discord.js';

export type FakeKind = 'command' | 'message-command' | 'button' | 'select' | 'modal' | 'autocomplete';

export interface FakeInteractionOptions {
  readonly kind?: FakeKind;
  readonly id?: string;
  readonly commandName?: string;
  readonly subcommand?: string | null;
  readonly customId?: string;
  readonly values?: readonly string[];
  readonly focused?: { readonly name: string; readonly value: string | number };
  readonly inGuild?: boolean;
  readonly inThread?: boolean;
  /** The voice channel that they are in. */
  readonly inVoice?: string;
  readonly locale?: string;
  readonly guildLocale?: string | null;
  readonly createdTimestamp?: number;
  readonly botMay?: readonly PermissionsString[];
  /** From roles, before this channel had its say. */
  readonly youMay?: readonly PermissionsString[];
  /** In this channel; the same when absent. */
  readonly youMayHere?: readonly PermissionsString[];
  /** What the named method throws, for as long as it is there. */
  readonly failures?: Partial<Record<FakeMethod, unknown>>;
}

type FakeMethod =
  | 'reply'
  | 'editReply'
  | 'followUp'
  | 'deleteReply'
  | 'deferReply'
  | 'deferUpdate'
  | 'respond';

/** What was said, in order. */
export interface Said {
  readonly how: FakeMethod;
  readonly content?: string | undefined;
  readonly isPrivate: boolean;
  readonly choices?: unknown;
}

/** Stands in for a discord.js interaction: keeps its state the way discord.js does, and records what it was told. */
export class FakeInteraction {
  readonly said: Said[] = [];
  readonly id: string;
  readonly commandName: string;
  readonly customId: string;
  readonly values: readonly string[];
  readonly guildId: string | null;
  readonly createdTimestamp: number;
  readonly channelId = '300000000000000001';
  readonly user = { id: '200000000000000001' };
  readonly locale: string;
  readonly guildLocale: string | null;
  readonly appPermissions: PermissionsBitField;
  readonly memberPermissions: PermissionsBitField;
  readonly member: {
    readonly permissions: PermissionsBitField;
    readonly voice: { readonly channelId: string | null };
  };
  readonly guild = { channels: { cache: new Map<string, never>() } };
  readonly channel: { isThread(): boolean };
  readonly options: { getSubcommand(): string | null; getFocused(): unknown };
  deferred = false;
  replied = false;
  ephemeral: boolean | null = null;
  readonly #options: FakeInteractionOptions;
  readonly #kind: FakeKind;

  constructor(options: FakeInteractionOptions = {}) {
    this.#options = options;
    this.#kind = options.kind ?? 'command';
    this.id = options.id ?? '100000000000000001';
    this.commandName = options.commandName ?? 'video';
    this.customId = options.customId ?? '';
    this.values = options.values ?? [];
    this.guildId = options.inGuild === false ? null : '400000000000000001';
    this.createdTimestamp = options.createdTimestamp ?? 0;
    this.locale = options.locale ?? 'en-US';
    this.guildLocale = options.guildLocale ?? null;
    this.appPermissions = new PermissionsBitField([...(options.botMay ?? [])]);
    const { youMay = [], youMayHere = youMay } = options;
    this.memberPermissions = new PermissionsBitField([...youMayHere]);
    const voice = { channelId: options.inVoice ?? null };
    this.member = { permissions: new PermissionsBitField([...youMay]), voice };
    this.channel = { isThread: () => options.inThread ?? false };
    this.options = {
      getSubcommand: () => options.subcommand ?? null,
      getFocused: () => options.focused,
    };
  }

  /** As the type that handlers take; a fake cannot be one. */
  get real(): Interaction {
    return this as unknown as Interaction;
  }

  inCachedGuild(): boolean {
    return this.guildId !== null;
  }

  isAutocomplete(): boolean {
    return this.#kind === 'autocomplete';
  }

  isRepliable(): boolean {
    return this.#kind !== 'autocomplete';
  }

  isChatInputCommand(): boolean {
    return this.#kind === 'command';
  }

  isMessageContextMenuCommand(): boolean {
    return this.#kind === 'message-command';
  }

  isAnySelectMenu(): boolean {
    return this.#kind === 'select';
  }

  isButton(): boolean {
    return this.#kind === 'button';
  }

  isModalSubmit(): boolean {
    return this.#kind === 'modal';
  }

  isMessageComponent(): boolean {
    return this.#kind === 'button' || this.#kind === 'select';
  }

  async reply(options: { content?: string; flags?: number }): Promise<void> {
    this.#say('reply', options);
    this.replied = true;
    this.ephemeral = isEphemeral(options.flags);
  }

  async editReply(options: { content?: string }): Promise<void> {
    this.#say('editReply', options, this.ephemeral ?? false);
    this.replied = true;
  }

  async followUp(options: { content?: string; flags?: number }): Promise<void> {
    this.#say('followUp', options);
    this.replied = true;
  }

  async deleteReply(): Promise<void> {
    this.#say('deleteReply', {});
  }

  async deferReply(options: { flags?: number } = {}): Promise<void> {
    this.#say('deferReply', options);
    this.deferred = true;
    this.ephemeral = isEphemeral(options.flags);
  }

  async deferUpdate(): Promise<void> {
    this.#say('deferUpdate', {});
    this.deferred = true;
  }

  async respond(choices: unknown): Promise<void> {
    this.#fail('respond');
    this.said.push({ how: 'respond', isPrivate: true, choices });
  }

  #say(
    how: FakeMethod,
    options: { content?: string; flags?: number },
    isPrivate = isEphemeral(options.flags),
  ): void {
    this.#fail(how);
    this.said.push({ how, content: options.content, isPrivate });
  }

  #fail(how: FakeMethod): void {
    const failure = this.#options.failures?.[how];
    if (failure) throw failure;
  }
}

function isEphemeral(flags: number | undefined): boolean {
  return ((flags ?? 0) & 64) !== 0;
}
