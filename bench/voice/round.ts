import { z } from 'zod';
import { Child } from '../support/child.ts';
import type { Sample } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';
import { portMessage, readyMessage, worldMessage } from './messages.ts';

const patienceMs = 60_000;
const sampleMessage = z.object({ sample: z.record(z.string(), z.number()) });

/** One bot in so many rooms of a world that is a process of its own. */
export async function voiceSample(
  subject: string,
  load: string,
  rooms: number,
  prebufferMs = 0,
): Promise<Sample> {
  await using world = new Child({ script: 'bench/voice/world.ts', args: [String(rooms)] });
  const places = await world.receive(worldMessage, patienceMs);
  await using bot = new Child({
    script: 'bench/voice/bot.ts',
    args: [subject, load, String(prebufferMs)],
    env: { NODE_EXTRA_CA_CERTS: places.certificatePath },
    nodeOptions: ['--expose-gc'],
  });
  bot.send(places);
  await bot.receive(readyMessage, patienceMs);
  world.send({ go: true });
  bot.send({ go: true });
  return (await bot.receive(sampleMessage, patienceMs)).sample;
}

/** What a packet costs that is handed to the library's own UDP socket. */
export async function sendingSample(way: 'connected' | 'addressed'): Promise<Sample> {
  await using sink = new Child({ script: 'bench/voice/sink.ts' });
  const { port } = await sink.receive(portMessage, patienceMs);
  return await sampleFrom({ script: 'bench/voice/sending.ts', args: [way, String(port)] }, patienceMs);
}
