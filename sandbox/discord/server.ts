import type { AddressInfo } from 'node:net';
import { Faults } from '../faults.ts';
import { Oddities } from '../oddities.ts';
import { AttachmentStore } from './attachments.ts';
import { publishVisibility } from './channels/events.ts';
import { dropChannel } from './channels/remove.ts';
import { CommandStore } from './commands/store.ts';
import { controlRoutes } from './control.ts';
import type { Core } from './core.ts';
import { Hub } from './gateway/hub.ts';
import { IdentifyLimits } from './gateway/identify-limits.ts';
import { GatewayMoods } from './gateway/moods.ts';
import { closeCodes } from './gateway/protocol.ts';
import { Gateway } from './gateway/server.ts';
import { Routes } from './http/routes.ts';
import { httpServer } from './http/server.ts';
import { Identities } from './identity.ts';
import { inject, type RawInteraction } from './interactions/inject.ts';
import { InteractionStore, type StoredInteraction } from './interactions/store.ts';
import { publishMember } from './members.ts';
import { MembershipControl } from './membership-control.ts';
import { RateLimits } from './rate-limits.ts';
import { cdnRoutes } from './routes/attachments.ts';
import { allRoutes } from './routes/index.ts';
import { type DiscordSandboxOptions, settingsOf } from './settings.ts';
import { SandboxState } from './state.ts';
import { attachVoiceBridge } from './voice/bridge.ts';
import { voiceControlRoutes } from './voice/control.ts';
import { connectVoice } from './voice/person/voice-client.ts';
import { VoiceModeration } from './voice/states/moderation.ts';
import { VoiceStates } from './voice/states/voice-states.ts';
import { startVoiceServer } from './voice/voice-server.ts';
import type { VoiceServer } from './voice/voice-server-types.ts';
import type { Member } from './world/model.ts';
import { type PersonName, places } from './world/places.ts';
import { World } from './world/world.ts';

export type { DiscordSandboxOptions } from './settings.ts';

export interface Person {
  readonly id: string;
  readonly name: PersonName;
  readonly token: string;
}

/** A running Discord stand-in: REST v10 under `apiUrl`, gateway v10 under `gatewayUrl`, control under `/sandbox`. */
export interface DiscordSandbox {
  readonly baseUrl: string;
  /** The value for discord.js' `rest.api`. */
  readonly apiUrl: string;
  readonly gatewayUrl: string;
  readonly botToken: string;
  readonly applicationId: string;
  readonly botUserId: string;
  readonly guildId: string;
  readonly otherGuildId: string;
  readonly channels: typeof places.channels;
  readonly roles: typeof places.roles;
  readonly people: Readonly<Record<PersonName, Person>>;
  readonly faults: Faults;
  readonly gateway: Gateway;
  /** `METHOD pattern` of every route of the API. */
  readonly routes: readonly string[];
  /** Every `METHOD path` that had no route. */
  readonly unknownRoutes: readonly string[];
  /** What's undocumented and Discord lets pass: unknown fields, unknown routes. Empty for a correct client. */
  readonly oddities: readonly string[];
  readonly state: SandboxState;
  /** The voice gateway and its media server: what it was told to do wrong, and what it saw. */
  readonly voice: VoiceServer;
  readonly voiceStates: VoiceModeration;
  /** Sends an interaction to the bot without the checks of Discord's client: for values that no client would send. */
  injectInteraction(raw: RawInteraction): StoredInteraction;
  /** Sets a channel's overwrite; the id tells whether it's a role or a member. Everybody concerned is told. */
  setPermissions(channelId: string, roleOrMemberId: string, allow: bigint, deny: bigint): void;
  /** Sets a member's roles or time-out without checking permissions. Everybody concerned is told. */
  changeMember(
    guildId: string,
    userId: string,
    change: Partial<Pick<Member, 'roles' | 'timeoutUntil' | 'nick'>>,
  ): void;
  removeChannel(channelId: string): void;
  readonly membership: MembershipControl;
  close(): Promise<void>;
}

export async function startDiscordSandbox(options: DiscordSandboxOptions = {}): Promise<DiscordSandbox> {
  const now = options.now ?? Date.now;
  const settings = settingsOf(options);
  const world = new World(now, options.moreServers, options.locale);
  const newId = (): string => world.newId();
  const hub = new Hub(now);
  const voiceServer = await startVoiceServer({ host: options.host });
  const identities = new Identities(options.botToken);
  const core: Core = {
    world,
    settings,
    identities,
    hub,
    identifyLimits: new IdentifyLimits({
      now,
      total: settings.sessionStarts,
      maxConcurrency: settings.maxConcurrency,
      intervalMs: settings.identifyIntervalMs,
    }),
    resetToken: () => {
      identities.resetBotToken();
      gateway.closeAll(closeCodes.authenticationFailed, 'bot');
    },
    moods: new GatewayMoods(),
    voice: new VoiceStates({ world, hub, server: voiceServer }),
    files: new AttachmentStore({ now, newId, ttlMs: settings.attachmentUrlTtlMs }),
    commands: new CommandStore(newId, now),
    interactions: new InteractionStore(settings, newId, now),
    limits: new RateLimits(now),
    oddities: new Oddities(),
    now,
    addresses: { base: '', gateway: '' },
  };
  const unknownRoutes: string[] = [];
  const faults = new Faults(now);
  const gateway = new Gateway(core);
  const membership = new MembershipControl(core);
  const server = await httpServer(settings);
  faults.attach(server, '/sandbox');
  const routes = new Routes(core);
  allRoutes(routes);
  routes.serve(server, unknownRoutes);
  cdnRoutes(server, core);
  controlRoutes(server, { core, faults, gateway, membership, unknownRoutes });
  const voiceStates = new VoiceModeration(core);
  voiceControlRoutes(server, { core, voice: voiceServer, moderation: voiceStates });
  await server.listen({ host: settings.host, port: options.port ?? 0 });
  gateway.listen(server.server);
  const bridge = attachVoiceBridge(server.server, {
    connect: (seat) => connectVoice({ ...seat, certificate: voiceServer.certificate }),
    endpoint: () => voiceServer.endpoint,
    host: settings.host,
  });
  const authority = authorityOf(server.server.address() as AddressInfo);
  core.addresses.base = `http://${authority}`;
  core.addresses.gateway = `ws://${authority}/gateway`;
  core.files.baseUrl = core.addresses.base;

  const person = (name: PersonName): Person => ({
    name,
    id: places.people[name],
    token: core.identities.peopleTokens[name],
  });
  return {
    baseUrl: core.addresses.base,
    apiUrl: `${core.addresses.base}/api`,
    gatewayUrl: core.addresses.gateway,
    get botToken() {
      return core.identities.botToken;
    },
    applicationId: places.applicationId,
    botUserId: places.botUserId,
    guildId: places.guildId,
    otherGuildId: places.otherGuildId,
    channels: places.channels,
    roles: places.roles,
    people: {
      owner: person('owner'),
      moderator: person('moderator'),
      member: person('member'),
      newcomer: person('newcomer'),
    },
    faults,
    gateway,
    routes: routes.served,
    unknownRoutes,
    get oddities() {
      return core.oddities.list;
    },
    state: new SandboxState(core),
    voice: voiceServer,
    voiceStates,
    injectInteraction: (raw) => inject(core, raw),
    setPermissions: (channelId, id, allow, deny) => {
      const channel = world.channel(channelId);
      const type = world.users.has(id) ? 1 : 0;
      publishVisibility(core, channel, () => channel.overwrites.set(id, { id, type, allow, deny }));
    },
    changeMember: (guildId, userId, change) => {
      const member = world.member(guildId, userId);
      Object.assign(member, change);
      publishMember(core, world.guild(guildId), member);
    },
    removeChannel: (channelId) => dropChannel(core, channelId),
    membership,
    close: async () => {
      faults.clear();
      core.interactions.close();
      gateway.close();
      bridge.close();
      await Promise.all([server.close(), voiceServer.close()]);
    },
  };
}

/** How clients reach the server: a wildcard address is reached through the loopback one. */
function authorityOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `127.0.0.1:${port}`;
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}
