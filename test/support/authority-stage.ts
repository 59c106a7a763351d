import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChannelType, ComponentType, Events, InteractionType, PermissionFlagsBits } from 'discord.js';
import type { RawInteraction } from '../../sandbox/discord/interactions/inject.ts';
import { type DiscordSandbox, startDiscordSandbox } from '../../sandbox/discord/server.ts';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { assertNothingOdd } from '../../sandbox/test/support/nothing-odd.ts';
import {
  type AutocompleteChoice,
  SandboxPerson,
  type ShownModal,
} from '../../sandbox/test/support/sandbox-person.ts';
import { Dispatcher } from '../../src/discord/dispatcher.ts';
import { text } from '../../src/discord/layout.ts';
import { logIn } from '../../src/discord/login.ts';
import { registerCommands } from '../../src/discord/registration.ts';
import { noteResolvedPermissions } from '../../src/discord/resolved-permissions.ts';
import { speechFeature } from '../../src/speech/room-speech.ts';
import type { VideoJob } from '../../src/video/job.ts';
import { allWords, wordsFor } from '../../src/words/index.ts';
import { type SeededState, seededJob } from './authority-jobs.ts';
import { silentLog } from './fake-log.ts';
import type { FakeLease } from './fake-voice.ts';
import { StagedFeatures } from './staged-features.ts';

/** Fields of forms that are menus. */
const chosenFields = new Set(['model', 'person', 'unit']);

export const names = ['owner', 'moderator', 'newcomer', 'member'] as const;
export type Name = (typeof names)[number];

/**
 * `open`: for everybody. `tended`: too, and the newcomer has Manage Messages in it and nowhere else. `staff`: for the
 * moderator and the owner. `secret`: for the owner alone.
 */
export const places = ['open', 'tended', 'staff', 'secret'] as const;
export type PlaceName = (typeof places)[number];

/** What somebody was told. */
export interface Outcome {
  /** The interaction's. */
  readonly id: string;
  /** Everything they or everybody read, and what a form was filled with. */
  readonly text: string;
  readonly refused: boolean;
  readonly messages: readonly { readonly id: string; readonly channelId: string; readonly forAll: boolean }[];
  readonly modal?: ShownModal | undefined;
  readonly choices?: readonly AutocompleteChoice[] | undefined;
}

/** Every surface of the bot through the real dispatcher and discord.js, on Discord's stand-in; services are faked. */
export class AuthorityStage extends StagedFeatures implements AsyncDisposable {
  readonly discord: DiscordSandbox;
  readonly #dispatcher: Dispatcher;
  readonly #dataDir: string;
  /** A message of the bot in each place: controls that are made by hand pretend to be on it. */
  readonly #anchors = new Map<PlaceName, string>();
  readonly #people = new Map<string, SandboxPerson>();
  readonly #handled = new Map<string, PromiseWithResolvers<void>>();
  #jobs = 0;
  #sent = 0;
  #written = '';
  #thread = '';
  #threadMessage = '';

  private constructor(discord: DiscordSandbox, dataDir: string) {
    super(discord, dataDir);
    this.discord = discord;
    this.#dataDir = dataDir;
    this.#dispatcher = new Dispatcher({
      features: this.surfaces,
      wordsFor,
      voiceChannelOf: (guildId, userId) => this.rooms.whereIs(guildId, userId)?.channelId,
      log: silentLog,
      now: Date.now,
      gate: this.gate,
    });
    noteResolvedPermissions(this.client);
    this.client.on(Events.InteractionCreate, (interaction) => {
      void this.#dispatcher.handle(interaction).then(() => this.#handling(interaction.id).resolve());
    });
  }

  static async open(seed: (stage: AuthorityStage) => void = () => undefined): Promise<AuthorityStage> {
    const discord = await startDiscordSandbox();
    const stage = new AuthorityStage(discord, await mkdtemp(join(tmpdir(), 'emcee-authority-')));
    const { AttachFiles, ManageMessages, SendMessages, ViewChannel } = PermissionFlagsBits;
    discord.setPermissions(stage.placeId('tended'), discord.people.newcomer.id, ManageMessages, 0n);
    for (const place of ['staff', 'secret'] as const)
      discord.setPermissions(
        stage.placeId(place),
        discord.botUserId,
        ViewChannel | SendMessages | AttachFiles,
        0n,
      );
    discord.setPermissions(discord.channels.workshop, discord.guildId, 0n, ViewChannel);
    for (const id of [discord.roles.moderator, discord.botUserId])
      discord.setPermissions(discord.channels.workshop, id, ViewChannel, 0n);
    for (const role of [discord.guildId, discord.roles.moderator])
      discord.setPermissions(stage.placeId('secret'), role, 0n, ViewChannel);
    for (const name of names) {
      const person = await SandboxPerson.connect(discord, discord.people[name]);
      stage.#people.set(person.id, person);
    }
    const asked = { name: 'between us', type: ChannelType.PrivateThread };
    const path = `/channels/${stage.placeId('open')}/threads`;
    const thread = await stage.#as('owner').fetched<{ id: string }>('POST', path, asked);
    stage.#thread = thread.id;
    for (const id of [discord.botUserId, discord.people.moderator.id])
      await stage.#as('owner').fetched('PUT', `/channels/${thread.id}/thread-members/${id}`);
    seed(stage);
    await stage.openFeatures();
    const ready = await logIn(stage.client, { token: discord.botToken, apiUrl: discord.apiUrl });
    await registerCommands({
      rest: ready.rest,
      applicationId: ready.application.id,
      commands: stage.surfaces.flatMap(({ commands }) => [...commands]),
      messageCommands: stage.surfaces.flatMap((surface) => surface.messageCommands ?? []),
      languages: allWords,
      log: silentLog,
    });
    const picture = { name: 'picture.png', bytes: Buffer.from('made up'), type: 'image/png' };
    const { id } = await stage.#as('member').send(stage.placeId('open'), 'a kite over the sea', [picture]);
    stage.#written = id;
    const body = { components: [text('in here')] };
    const posted = await stage.messenger.post(stage.#thread, body, 'thread');
    stage.#threadMessage = posted.messageId;
    for (const place of places) {
      const body = { components: [text(place)] };
      const { messageId } = await stage.messenger.post(stage.placeId(place), body, place);
      stage.#anchors.set(place, messageId);
    }
    return stage;
  }

  /** A message of somebody in `open`, with a text and a picture. */
  get written(): string {
    return this.#written;
  }

  /** A private thread of the owner under `open`, with the moderator in it. */
  get thread(): string {
    return this.#thread;
  }

  get threadMessage(): string {
    return this.#threadMessage;
  }

  /** A channel for everybody that can be removed. */
  get doomed(): string {
    return this.discord.channels.locked;
  }

  async removeDoomed(): Promise<void> {
    this.discord.removeChannel(this.doomed);
    await eventually(() => !this.client.channels.cache.has(this.doomed), 'the channel to be gone');
  }

  /** From now on the moderator's role has this, and what everybody has. */
  async letModerators(permission: bigint): Promise<void> {
    const { guildId, roles } = this.discord;
    const path = `/guilds/${guildId}/roles/${roles.moderator}`;
    await this.#as('owner').fetched('PATCH', path, { permissions: String(permission) });
    const role = () => this.client.guilds.cache.get(guildId)?.roles.cache.get(roles.moderator);
    await eventually(() => role()?.permissions.bitfield === permission, 'the role to change');
  }

  /** The bot goes into a voice channel. */
  async enterRoom(channelId: string): Promise<FakeLease> {
    const { guildId } = this.discord;
    const request = {
      guildId,
      channelId,
      feature: speechFeature,
      notices: { channelId: this.placeId('open') },
    };
    await this.rooms.enter(request);
    const lease = this.rooms.of(guildId);
    if (!lease) throw new Error('the room was not entered');
    return lease;
  }

  /** The owner asks a question there, and says that nothing helped. */
  async askUnhelpfully(question: string, place: PlaceName): Promise<void> {
    const { text } = await this.command('owner', place, 'knowledge ask', { question });
    const [, id] = /knowledge:unhelpful:([\w-]+)/.exec(text) ?? [];
    await this.press('owner', place, `knowledge:unhelpful:${id}`);
  }

  personId(name: Name): string {
    return this.discord.people[name].id;
  }

  placeId(place: PlaceName): string {
    const { general, videos, moderatorsOnly, announcements } = this.discord.channels;
    return { open: general, tended: videos, staff: moderatorsOnly, secret: announcements }[place];
  }

  /** A video that was asked for, in any state; before `open` ends it's in every list. */
  job(
    owner: Name,
    place: PlaceName,
    state: SeededState = 'delivered',
    changes: { readonly agoMs?: number; readonly channelId?: string } = {},
  ): VideoJob {
    this.#jobs += 1;
    const { agoMs = this.#jobs, channelId = this.placeId(place) } = changes;
    const job = seededJob(
      {
        number: this.#jobs,
        prompt: `what ${owner} wants ${place} number ${this.#jobs} end`,
        userId: this.personId(owner),
        guildId: this.discord.guildId,
        channelId,
        acceptedAt: Date.now() - agoMs,
      },
      state,
    );
    this.jobs.records.set(job.id, JSON.stringify(job));
    return job;
  }

  /** Uses a slash command, made by hand: past every check of Discord's client. */
  async command(
    name: Name,
    place: PlaceName,
    path: string,
    values: Readonly<Record<string, string | number | boolean>> = {},
  ): Promise<Outcome> {
    const data = this.#commandData(path, values);
    return await this.send({ userId: this.personId(name), channelId: this.placeId(place), data });
  }

  /** Types into an option. */
  async suggest(
    name: Name,
    place: PlaceName,
    path: string,
    focused: string,
    typed = '',
    values: Readonly<Record<string, string | number | boolean>> = {},
  ): Promise<Outcome> {
    const data = this.#commandData(path, { ...values, [focused]: typed }, focused);
    return await this.send({
      type: InteractionType.ApplicationCommandAutocomplete,
      userId: this.personId(name),
      channelId: this.placeId(place),
      data,
    });
  }

  /** Presses a button of that `custom_id`, wherever it came from. */
  async press(name: Name, place: PlaceName, customId: string, messageId?: string): Promise<Outcome> {
    return await this.send({
      type: InteractionType.MessageComponent,
      userId: this.personId(name),
      channelId: this.placeId(place),
      data: { component_type: ComponentType.Button, custom_id: customId },
      messageId: messageId ?? this.#anchorIn(place),
    });
  }

  async choose(
    name: Name,
    place: PlaceName,
    customId: string,
    values: readonly string[],
    messageId?: string,
  ): Promise<Outcome> {
    return await this.send({
      type: InteractionType.MessageComponent,
      userId: this.personId(name),
      channelId: this.placeId(place),
      data: { component_type: ComponentType.StringSelect, custom_id: customId, values: [...values] },
      messageId: messageId ?? this.#anchorIn(place),
    });
  }

  /** Sends a form of that `custom_id`, whether or not it was ever opened. */
  async submit(
    name: Name,
    place: PlaceName,
    customId: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<Outcome> {
    const components = Object.entries(fields).map(([custom_id, value], index) => ({
      type: ComponentType.Label,
      id: index * 2 + 1,
      component: chosenFields.has(custom_id)
        ? { type: ComponentType.StringSelect, id: index * 2 + 2, custom_id, values: [value] }
        : { type: ComponentType.TextInput, id: index * 2 + 2, custom_id, value },
    }));
    return await this.send({
      type: InteractionType.ModalSubmit,
      userId: this.personId(name),
      channelId: this.placeId(place),
      data: { custom_id: customId, components },
    });
  }

  /** Fills in a form that was shown, as a person's client does. */
  async fillIn(
    name: Name,
    modal: ShownModal | undefined,
    values: Parameters<SandboxPerson['submitModal']>[1],
  ): Promise<Outcome> {
    if (!modal) throw new Error('no form was shown');
    const person = this.#as(name);
    const { id } = await person.submitModal(modal, values);
    const stored = this.discord.state.interactions().find((each) => each.id === id);
    if (!stored) throw new Error('the form did not arrive');
    return await this.#outcomeOf(stored, { userId: person.id, channelId: modal.channel_id });
  }

  /** Uses a command of a message's menu. */
  async useOn(name: Name, place: PlaceName, command: string, messageId: string): Promise<Outcome> {
    const message = this.discord.state.message(this.placeId(place), messageId);
    const messages = message ? { [messageId]: this.discord.state.wire(message) } : {};
    return await this.send({
      userId: this.personId(name),
      channelId: this.placeId(place),
      data: { name: command, target_id: messageId, resolved: { messages } },
    });
  }

  /** Of everybody's Discord. */
  locale = 'en-US';
  /** Told of everything that anybody was answered. */
  onOutcome: (outcome: Outcome) => void = () => undefined;

  async send(raw: RawInteraction): Promise<Outcome> {
    this.#sent += 1;
    const nonce = `sent-${this.#sent}`;
    return await this.#outcomeOf(
      this.discord.injectInteraction({ locale: this.locale, ...raw, nonce }),
      raw,
      nonce,
    );
  }

  async #outcomeOf(
    stored: ReturnType<DiscordSandbox['injectInteraction']>,
    raw: Pick<RawInteraction, 'userId' | 'channelId' | 'messageId'>,
    nonce?: string,
  ): Promise<Outcome> {
    await this.#handling(stored.id).promise;
    this.#handled.delete(stored.id);
    const person = this.#people.get(raw.userId);
    const { kind } = stored.state;
    const modal =
      kind === 'modal'
        ? await person?.until('INTERACTION_MODAL_CREATE', ({ id }) => id === stored.id)
        : undefined;
    const suggested =
      kind === 'choices'
        ? await person?.until('APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE', (data) => data.nonce === nonce)
        : undefined;
    const pressed = raw.messageId ?? '';
    const own = [...this.#anchors.values()].includes(pressed) ? undefined : pressed;
    // An answer is younger than what it answers: of thousands of messages, few are looked at.
    const all = this.discord.state.messages(raw.channelId);
    const older = all.findLastIndex(({ id }) => BigInt(id) < BigInt(stored.id));
    const answers = [
      ...(own ? [this.discord.state.message(raw.channelId, own)] : []),
      ...all.slice(older + 1).filter(({ interactionMetadata }) => interactionMetadata?.id === stored.id),
    ].filter((each) => each !== undefined);
    const told = JSON.stringify([
      answers.map(({ content, components }) => [content, components]),
      modal,
      suggested?.choices,
    ]);
    const outcome = {
      id: stored.id,
      text: told,
      refused: answers.some(({ content }) => /^(ℹ️|⚠️|❌)/u.test(content)),
      messages: answers.map(({ id, channelId, audience }) => ({
        id,
        channelId,
        forAll: audience === undefined,
      })),
      modal,
      choices: suggested?.choices,
    };
    this.onOutcome(outcome);
    return outcome;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#dispatcher.close();
    for (const person of this.#people.values()) person.disconnect();
    await this.closeFeatures();
    await this.discord.close();
    await rm(this.#dataDir, { recursive: true, force: true });
    assertNothingOdd(this.discord);
  }

  #commandData(
    path: string,
    values: Readonly<Record<string, string | number | boolean>>,
    focused?: string,
  ): RawInteraction['data'] {
    const [name = '', subcommand = ''] = path.split(' ');
    const options = Object.entries(values).map(([option, value]) => ({
      name: option,
      type: typeof value === 'boolean' ? 5 : typeof value === 'number' ? 4 : 3,
      value,
      ...(option === focused ? { focused: true } : {}),
    }));
    return { name, options: subcommand === '' ? options : [{ name: subcommand, type: 1, options }] };
  }

  #as(name: Name): SandboxPerson {
    const person = this.#people.get(this.personId(name));
    if (!person) throw new Error(`${name} is not there`);
    return person;
  }

  #anchorIn(place: PlaceName): string {
    return this.#anchors.get(place) ?? '';
  }

  #handling(id: string): PromiseWithResolvers<void> {
    const known = this.#handled.get(id);
    if (known) return known;
    const handling = Promise.withResolvers<void>();
    this.#handled.set(id, handling);
    return handling;
  }
}
