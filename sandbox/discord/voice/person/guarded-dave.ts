import type { Networking } from '@discordjs/voice';

type NetworkingState = Networking['state'];
export type DaveSession = NonNullable<Extract<NetworkingState, { readonly dave?: unknown }>['dave']>;

const guarded = new WeakSet<DaveSession>();

export function daveOf(state: NetworkingState): DaveSession | undefined {
  return 'dave' in state ? state.dave : undefined;
}

/**
 * The library lets what goes wrong in proposals and external senders fly out of its WebSocket handler, which ends the
 * process; and it takes packets of padding only for frames that cannot be decrypted. A person's client of the sandbox goes
 * on without either, as Discord's own client does.
 */
export function guardDave(state: NetworkingState): void {
  const dave = daveOf(state);
  if (!dave || guarded.has(dave)) return;
  guarded.add(dave);
  const processProposals = dave.processProposals.bind(dave);
  const setExternalSender = dave.setExternalSender.bind(dave);
  const decrypt = dave.decrypt.bind(dave);
  dave.processProposals = (...given) => withoutThrowing(() => processProposals(...given));
  dave.setExternalSender = (...given) => withoutThrowing(() => setExternalSender(...given));
  dave.decrypt = (packet, userId) => (packet.length === 0 ? null : decrypt(packet, userId));
}

function withoutThrowing<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
