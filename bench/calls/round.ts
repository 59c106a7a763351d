import { z } from 'zod';
import { Child } from '../support/child.ts';
import type { Sample } from '../support/measurement.ts';
import { sampleFrom } from '../support/round.ts';
import { readyMessage } from '../voice/messages.ts';
import { callWorldMessage, serviceMessage } from './messages.ts';

const patienceMs = 120_000;
const longMs = 300_000;
const sampleMessage = z.object({ sample: z.record(z.string(), z.number()) });

/** One bot in so many conversations, with the people and the service in processes of their own. */
export async function callSample(
  subject: string,
  script: string,
  rooms: number,
  how: readonly string[] = [],
): Promise<Sample> {
  await using service = new Child({ script: 'bench/calls/service.ts', args: [script] });
  await using people = new Child({ script: 'bench/calls/world.ts', args: [String(rooms), script] });
  const { url } = await service.receive(serviceMessage, patienceMs);
  const world = await people.receive(callWorldMessage, patienceMs);
  await using bot = new Child({
    script: 'bench/calls/bot.ts',
    args: [subject, script, ...how],
    env: { NODE_EXTRA_CA_CERTS: world.certificatePath },
    nodeOptions: ['--expose-gc'],
  });
  bot.send({ world, url });
  await bot.receive(readyMessage, patienceMs);
  people.send({ go: true });
  bot.send({ go: true });
  return (await bot.receive(sampleMessage, longMs)).sample;
}

/** Conversations in simulated time, with the service in a process of its own. */
export async function simulatedSample(script: string, ...args: readonly string[]): Promise<Sample> {
  await using service = new Child({ script: 'bench/calls/service.ts', args: ['talk', 'soak'] });
  const { url } = await service.receive(serviceMessage, patienceMs);
  const options = { script, args: [url, ...args], nodeOptions: ['--expose-gc'] };
  return await sampleFrom(options, 6 * longMs);
}
