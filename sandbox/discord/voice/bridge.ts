import type { Server } from 'node:http';
import { WebSocketServer } from 'ws';
import { refusedUpgrade } from '../../own-names.ts';
import { BridgeLine } from './bridge-line.ts';
import type { BridgedVoice, BridgeSeat } from './bridge-types.ts';
import { machinePace, type PaceClock } from './paced-speech.ts';

/** Where pages find the bridge, on the HTTP server's own port. */
export const voiceBridgePath = '/voice-bridge';

export interface VoiceBridgeParts {
  /** Opens the voice connection of one person. */
  readonly connect: (seat: BridgeSeat) => BridgedVoice;
  /** The voice server's `host:port`, as VOICE_SERVER_UPDATE carries it; pages can't reach any other. */
  readonly endpoint: () => string;
  /** The host that the HTTP server listens on. */
  readonly host?: string;
  /** How long a socket may stay without its hello. Default: 10,000. */
  readonly helloTimeoutMs?: number;
  /** Paces what's said for a page. Default: the machine's clock. */
  readonly clock?: PaceClock;
}

const defaultHelloTimeoutMs = 10_000;
/** Two minutes of speech in base64. */
const largestMessageBytes = 2 * 1024 * 1024;

/**
 * Lets pages take part in calls. A browser has no UDP and no DAVE, so the voice connection of its person runs here; the page
 * sends one JSON hello (`BridgeSeat`), then Opus packets of 20 ms, and `BridgeOrder`s: that the person pauses, or that a whole
 * sentence is to be said in their place. The way back is in `BridgeNotice`. Who may join is decided by the voice server, by the token of the seat.
 */
export function attachVoiceBridge(
  server: Server,
  { connect, endpoint, host, helloTimeoutMs = defaultHelloTimeoutMs, clock = machinePace }: VoiceBridgeParts,
): { close(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestMessageBytes });
  const lines = new Set<BridgeLine>();
  server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?', 1)[0] !== voiceBridgePath) return;
    if (refusedUpgrade(request, socket, host)) return;
    sockets.handleUpgrade(request, socket, head, (client) => {
      const line = new BridgeLine(client, { connect, endpoint, helloTimeoutMs, clock });
      lines.add(line);
      client.on('close', () => lines.delete(line));
    });
  });
  return {
    close: () => {
      for (const line of lines) line.close();
      sockets.close();
    },
  };
}
