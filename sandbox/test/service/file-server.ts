import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { onTestFinished } from 'vitest';

/** The address of a local server that answers every request in this way; closed when the test ends. */
export async function served(listener: RequestListener): Promise<string> {
  const { url, close } = await startServing(listener);
  onTestFinished(close);
  return url;
}

/** The same for several tests; to be closed by its owner. */
export async function startServing(listener: RequestListener): Promise<{ url: string; close: () => void }> {
  const server: Server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/file`,
    close: () => void server.close().closeAllConnections(),
  };
}

export const file = (bytes: Uint8Array): RequestListener => {
  return (_request, response) => void response.end(bytes);
};
