import { randomUUID } from 'node:crypto';
import { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import type { WorldMessage } from './messages.ts';

const patienceMs = 10_000;
const prompt = 'A lighthouse on a cliff at dawn, slow aerial shot, gulls crossing the frame.';

/** Sends `/video text` as a person's client does. @returns how long until the client heard that it succeeded, or failed, in ms */
export type Command = () => Promise<number>;

/** A person with the command at hand, so that nothing is looked up when it counts. */
export async function personWithCommand(world: WorldMessage): Promise<Command> {
  const person = await SandboxPerson.connect(world, world.person);
  const { id, name, version, type, application_id } = await person.command(world.channelId, 'video');
  const options = [{ name: 'text', type: 1, options: [{ name: 'prompt', type: 3, value: prompt }] }];
  return async () => {
    const nonce = randomUUID();
    const isIt = (event: { readonly nonce: string }) => event.nonce === nonce;
    const sentAt = performance.now();
    const end = Promise.race([
      person.next('INTERACTION_SUCCESS', isIt, patienceMs),
      person.next('INTERACTION_FAILURE', isIt, patienceMs),
    ]).then(() => performance.now() - sentAt);
    const body = { type: 2, application_id, channel_id: world.channelId, nonce };
    const data = { id, name, version, type, options };
    const [, tookMs] = await Promise.all([person.fetched('POST', '/interactions', { ...body, data }), end]);
    return tookMs;
  };
}
