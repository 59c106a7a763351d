import { arePartial, type Shards } from './shards.ts';

/**
 * What a process of the bot is for. `all`: everything. `gateway`: it answers people and holds rooms and calls, and leaves videos to
 * workers. `worker`: it makes and delivers the videos of all servers, without a connection to the gateway.
 */
export type Role = 'all' | 'gateway' | 'worker';

/** Which part of a bot a process is. */
export interface Part {
  readonly role: Role;
  /** A worker holds none. */
  readonly shards: Shards;
}

/** Whether other processes are the rest of the bot. */
export function hasOthers({ role, shards }: Part): boolean {
  return role !== 'all' || arePartial(shards);
}
