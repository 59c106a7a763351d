import { createSocket } from 'node:dgram';
import { CipherError, checkCiphers } from '../../voice/connection/ciphers.ts';
import { libopus, type OpusCodec } from '../../voice/packets/opus-codec.ts';
import type { Check } from '../doctor.ts';

/** The same look as at start. */
export function checkVoiceCiphers(look: typeof checkCiphers = checkCiphers): Check {
  return async () => {
    try {
      await look();
      return 'ciphers-good';
    } catch (error) {
      if (error instanceof CipherError) return ['ciphers-missing', error.message];
      throw error;
    }
  };
}

const heardSamples = 320;

/** 20 ms of a tone, there and back, at the rates that the bot speaks and hears. */
export function checkOpus(codec: OpusCodec = libopus): Check {
  return async () => {
    try {
      const [encoder, decoder] = await Promise.all([codec.encoder(24_000), codec.decoder(16_000)]);
      const samples = Int16Array.from(
        { length: encoder.frameBytes / 2 },
        (_, at) => 8_000 * Math.sin(at / 6),
      );
      let heard: Int16Array = new Int16Array();
      for (let frame = 0; frame < 3; frame += 1)
        heard = decoder.decode(encoder.encode(new Uint8Array(samples.buffer)));
      encoder.free();
      decoder.free();
      const isLoud = heard.some((sample) => Math.abs(sample) > 1_000);
      return heard.length === heardSamples && isLoud ? 'opus-good' : ['opus-broken', 'silence'];
    } catch (error) {
      return ['opus-broken', nameOf(error)];
    }
  };
}

/** What voice loads for end-to-end encryption. */
const library = '@snazzah/davey';

export function checkEncryption(load: (name: string) => Promise<unknown> = (name) => import(name)): Check {
  return async () => {
    try {
      const { DAVESession: Session, VERSION: version } = (await load(library)) as {
        DAVESession: new (protocol: number, userId: string, channelId: string) => unknown;
        VERSION?: string;
      };
      new Session(1, '100000000000000001', '100000000000000002');
      return ['encryption-good', version ?? ''];
    } catch (error) {
      return ['encryption-broken', nameOf(error)];
    }
  };
}

/**
 * A datagram to ourselves. A firewall further out only shows in a voice channel.
 * @param arrives whether voice servers' datagrams arrived when the bot last joined a channel
 */
export function checkUdp(
  open: typeof createSocket = createSocket,
  behindProxy = false,
  arrives: () => boolean | undefined = () => undefined,
): Check {
  return async (signal) => {
    if (arrives() === false) return 'udp-unanswered';
    const socket = open('udp4');
    try {
      return await new Promise((resolve) => {
        socket.once('error', (error) => resolve(['udp-blocked', nameOf(error)]));
        socket.once('message', () => resolve(behindProxy ? 'udp-proxy' : 'udp-good'));
        signal.addEventListener('abort', () => resolve('udp-blocked'), { once: true });
        socket.bind(0, '127.0.0.1', () => socket.send('?', socket.address().port, '127.0.0.1'));
      });
    } finally {
      socket.close();
    }
  };
}

function nameOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : typeof error;
}
