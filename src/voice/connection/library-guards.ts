import type { DAVESession, DiscordGatewayAdapterCreator, Networking } from '@discordjs/voice';

/** Gets errors that would otherwise have ended the process. */
export type OnFault = (where: string, error: unknown) => void;

/**
 * An adapter through which @discordjs/voice hears the main gateway but can't send to it: the library answers almost
 * every close code with its own op 4, immediately and endlessly (spec 5, 1.3, 3). Every op 4 goes through the gate.
 * Passes on what the main gateway sends, and keeps the library's errors out of the gateway's handler.
 */
export function listeningAdapter(
  creator: DiscordGatewayAdapterCreator,
  onFault: OnFault,
): DiscordGatewayAdapterCreator {
  return (library) => {
    const methods = { ...library };
    for (const name of ['onVoiceServerUpdate', 'onVoiceStateUpdate', 'destroy'])
      guardHandler(methods, name, onFault);
    const adapter = creator(methods);
    return { sendPayload: () => true, destroy: () => adapter.destroy() };
  };
}

/**
 * Wraps a handler that @discordjs/voice runs directly from a socket's event, where nothing catches. Without this, a
 * server message that it can't handle (an MLS proposal of another epoch, a malformed packet) or a datagram sent after
 * the socket was closed ends the process (spec 5, 1.3, 2; still unguarded on discordjs/discord.js main). `after` runs
 * after the handler, even if that failed.
 */
export function guardHandler(target: object, name: string, onFault: OnFault, after?: () => void): void {
  const handler: unknown = Reflect.get(target, name);
  if (typeof handler !== 'function') throw new TypeError(`@discordjs/voice has no ${name} any more`);
  Reflect.set(target, name, (...given: unknown[]): unknown => {
    try {
      return Reflect.apply(handler, target, given);
    } catch (error) {
      onFault(name, error);
      return undefined;
    } finally {
      after?.();
    }
  });
}

/**
 * Makes a session recover where 0.19.2 throws, because it mistakes transition 0, the first of every call, for none
 * (spec 5, 1.3, 1). Packets with only padding never get there: they can't be decrypted and aren't failures.
 */
export function guardSession(session: DAVESession, onFault: OnFault): void {
  const decrypt = session.decrypt.bind(session);
  session.decrypt = (packet, userId) => {
    if (packet.length === 0) return null;
    try {
      return decrypt(packet, userId);
    } catch (error) {
      onFault('decrypt', error);
      recover(session, onFault);
      return null;
    }
  };
}

function recover(session: DAVESession, onFault: OnFault): void {
  try {
    session.recoverFromInvalidTransition(session.lastTransitionId ?? 0);
  } catch (error) {
    onFault('recover', error);
  }
}

/** Guards every present and future socket and session of a networking object. `after` runs after each of its steps. */
export function guardNetworking(networking: Networking, onFault: OnFault, after: () => void): void {
  const known = new WeakSet<object>();
  const isNew = (part: object): boolean => {
    if (known.has(part)) return false;
    known.add(part);
    return true;
  };
  const guardParts = () => {
    const { state } = networking;
    if ('ws' in state && isNew(state.ws)) guardHandler(state.ws, 'onMessage', onFault, after);
    if ('udp' in state && isNew(state.udp)) {
      guardHandler(state.udp, 'onMessage', onFault);
      guardHandler(state.udp, 'send', onFault);
    }
    if ('dave' in state && state.dave && isNew(state.dave)) guardSession(state.dave, onFault);
  };
  guardParts();
  networking.on('stateChange', () => {
    guardParts();
    after();
  });
}
