import https from 'node:https';
import { outgoingConnection } from '../operations/way-out.ts';

type Request = typeof https.request;

/**
 * Has the gateway's connections go the bot's way out. discord.js opens them itself and has no option for it
 * (discordjs/discord.js#10716), but `ws` asks Node for the upgrade. Voice asks for no encoding, and stays as it is: what
 * follows it is UDP. Returns a function that undoes it.
 */
export function sendGatewayWayOut(): () => void {
  const { request } = https;
  const outgoing = (...args: readonly unknown[]) => {
    const [options] = args;
    return Reflect.apply(request, https, isGateway(options) ? [withWayOut(options), ...args.slice(1)] : args);
  };
  Reflect.set(https, 'request', outgoing as Request);
  return () => void Reflect.set(https, 'request', request);
}

interface UpgradeOptions {
  readonly host: string;
  readonly port: number | string;
  readonly path: string;
}

/** An upgrade of `ws` that names the gateway's encoding. */
function isGateway(options: unknown): options is UpgradeOptions {
  if (typeof options !== 'object' || options === null) return false;
  const { createConnection, path, host } = options as Record<string, unknown>;
  if (typeof createConnection !== 'function' || typeof path !== 'string' || typeof host !== 'string')
    return false;
  return new URLSearchParams(path.slice(path.indexOf('?') + 1)).has('encoding');
}

function withWayOut(options: UpgradeOptions): UpgradeOptions {
  const target = { protocol: 'wss:', hostname: options.host, port: String(options.port) };
  const createConnection = outgoingConnection(target);
  return createConnection ? { ...options, ...{ createConnection } } : options;
}
