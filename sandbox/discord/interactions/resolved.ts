import type { Upload } from '../attachments.ts';
import type { Core } from '../core.ts';
import type { JsonObject } from '../json.ts';
import { messageWire } from '../messages/wire.ts';
import { canSee, permissionsIn } from '../permissions.ts';
import type { Channel, Message } from '../world/model.ts';
import { places } from '../world/places.ts';
import { channelWire, memberWithoutUser, roleWire, userWire } from '../world/wire.ts';

/** Collects the `resolved` part of interaction data. Each `add…` says whether the thing exists for this person. */
export class Resolved {
  readonly #parts: Record<string, Record<string, JsonObject>> = {};
  readonly #core: Core;
  readonly #channel: Channel;
  readonly #userId: string;

  constructor(core: Core, channel: Channel, userId: string) {
    this.#core = core;
    this.#channel = channel;
    this.#userId = userId;
  }

  addUser(id: string): boolean {
    const { world } = this.#core;
    const user = world.users.get(id);
    if (!user) return false;
    this.#put('users', id, userWire(user));
    const member = this.#guild()?.members.get(id);
    if (member)
      this.#put('members', id, {
        ...memberWithoutUser(member),
        permissions: String(permissionsIn(world, id, this.#channel)),
      });
    return true;
  }

  addRole(id: string): boolean {
    const role = this.#guild()?.roles.get(id);
    if (role) this.#put('roles', id, roleWire(role));
    return role !== undefined;
  }

  addChannel(id: string): boolean {
    const { world } = this.#core;
    const channel = world.channels.get(id);
    if (!channel || channel.guildId !== this.#channel.guildId || !canSee(world, this.#userId, channel))
      return false;
    this.#put('channels', id, {
      ...channelWire(world, channel, this.#userId),
      permissions: String(permissionsIn(world, this.#userId, channel)),
      app_permissions: String(permissionsIn(world, places.botUserId, channel)),
    });
    return true;
  }

  addMessage(message: Message): void {
    this.#put('messages', message.id, messageWire(this.#core, message));
  }

  /** Stores the file and returns its attachment id. */
  addUpload(upload: Upload): string {
    const file = this.#core.files.add(this.#channel.id, upload, { ephemeral: true });
    this.#put('attachments', file.id, this.#core.files.wire(file));
    return file.id;
  }

  /** `{ resolved }`, or nothing when nothing was added. */
  wire(): JsonObject {
    return Object.keys(this.#parts).length === 0 ? {} : { resolved: this.#parts };
  }

  #guild() {
    const { guildId } = this.#channel;
    return guildId === null ? undefined : this.#core.world.guild(guildId);
  }

  #put(kind: string, id: string, wire: JsonObject): void {
    const part = this.#parts[kind] ?? {};
    part[id] = wire;
    this.#parts[kind] = part;
  }
}
