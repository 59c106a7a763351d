import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { Countdown } from '../operations/clock.ts';
import { outgoingConnection } from '../operations/way-out.ts';
import { causeCodeOf, measuredCall, refusedAnswer } from './answer.ts';
import { ServiceError } from './errors.ts';
import { ServiceSocket, type SocketOptions } from './socket.ts';

const connectTimeoutMs = 15_000;
/** 16 s of speech, as Base64. Parsing more at once would hold up everything else. */
const maxMessageBytes = 1024 * 1024;
const longestRefusalBytes = 64 * 1024;

/**
 * Connects to a WebSocket interface of the service (field notes 1). The key is only sent with the upgrade request, and
 * there's no sub-protocol.
 * @throws {ServiceError} if it can't connect; `needsOperator` means that trying again won't help
 */
export async function openSocket(options: SocketOptions): Promise<ServiceSocket> {
  const call = `connect ${options.path.split('/').at(-1) ?? ''}`;
  return await measuredCall(call, async () => await opened(options));
}

async function opened(options: SocketOptions): Promise<ServiceSocket> {
  const { profile, clock } = options;
  if (options.signal?.aborted) throw aborted(options.signal.reason);
  const connection = connect(options);
  const open = Promise.withResolvers<void>();
  const onAbort = () => open.reject(aborted(options.signal?.reason));
  options.signal?.addEventListener('abort', onAbort, { once: true });
  connection.on('error', (cause) => open.reject(unreachable(cause)));
  connection.on('unexpected-response', (_, response: IncomingMessage) => {
    readRefusal(response).then(
      (text) =>
        open.reject(
          refusedAnswer(
            { status: response.statusCode ?? 0, headers: response.headers, text },
            profile,
            clock.now(),
          ),
        ),
      (cause: unknown) => open.reject(unreachable(cause)),
    );
  });
  connection.once('open', () => open.resolve());
  const late = { fault: 'timeout', code: 'NoConnectionInTime', nothingHappened: true } as const;
  const countdown = new Countdown(clock, () => open.reject(new ServiceError(late)));
  countdown.start(connectTimeoutMs);
  // Created before the connection is open, so that no message is missed.
  const socket = new ServiceSocket(connection, options);
  try {
    await open.promise;
    return socket;
  } catch (error) {
    socket.close();
    throw error;
  } finally {
    countdown.cancel();
    options.signal?.removeEventListener('abort', onAbort);
  }
}

function connect(options: SocketOptions): WebSocket {
  const { profile, path, query = {} } = options;
  const url = new URL(`${profile.socketUrl}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const createConnection = outgoingConnection(url);
  return new WebSocket(url, {
    ...(createConnection ? { createConnection } : {}),
    headers: {
      'accept-encoding': 'identity',
      authorization: `Bearer ${profile.apiKey.reveal()}`,
      ...(profile.workspaceId ? { [`${profile.headerPrefix}WorkSpace`]: profile.workspaceId } : {}),
    },
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    followRedirects: false,
    // Each message gets its own turn of the event loop, however many arrive together.
    allowSynchronousEvents: false,
  });
}

/** The body of a refused upgrade, up to a useful length. */
async function readRefusal(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > longestRefusalBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unreachable(cause: unknown): ServiceError {
  return new ServiceError({
    fault: 'unreachable',
    code: 'ConnectionFailed',
    nothingHappened: true,
    hint: causeCodeOf(cause),
    cause,
  });
}

function aborted(cause: unknown): ServiceError {
  return new ServiceError({ fault: 'aborted', code: 'AbortedByCaller', nothingHappened: true, cause });
}
