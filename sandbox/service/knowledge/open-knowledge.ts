import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Oddities } from '../../oddities.ts';
import { Gatekeeper } from './gatekeeper.ts';
import { KnowledgeControl } from './knowledge-control.ts';
import { Library } from './library.ts';
import { addKnowledgeRoutes } from './routes.ts';
import { changedKnowledge, defaultKnowledge, type KnowledgeOptions } from './settings.ts';

const defaultDocuments = 10_000;

/** Document 3 on a server; the key pair is random unless it is given. */
export async function openKnowledge(
  server: FastifyInstance,
  { documents = defaultDocuments, seed = 1, ...changes }: KnowledgeOptions,
  apiKey: string,
  now: () => number,
  oddities: Oddities,
): Promise<KnowledgeControl> {
  const keys = {
    accessKeyId: `sandbox-id-${randomBytes(6).toString('hex')}`,
    accessKeySecret: `sandbox-secret-${randomBytes(12).toString('hex')}`,
  };
  const held = { settings: changedKnowledge({ ...defaultKnowledge, ...keys }, changes) };
  const settings = () => held.settings;
  const library = new Library(documents, seed, now, () => held.settings.importMs);
  const gatekeeper = new Gatekeeper(settings, apiKey, now);
  await addKnowledgeRoutes(server, { library, gatekeeper, settings, oddities, now });
  return new KnowledgeControl(library, held);
}
