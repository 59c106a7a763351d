import { endWithParent, reportSample } from '../support/round.ts';
import { percentile } from '../support/statistics.ts';
import { type Subject, subjects } from './subjects.ts';
import { openWorld, type World } from './world.ts';

/** What twenty people type, letter by letter, at the same time. */
const typed = ['raid response', 'moderation guide', 'server rules', 'voice etiquette', 'art contest'];
const people = 20;
const pagesRead = 40;

/** @returns how long each suggestion took, in ms */
async function typeTogether(subject: Subject): Promise<readonly number[]> {
  const tookMs: number[] = [];
  await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      const text = `${typed[person % typed.length]} 0${person}`;
      for (let letters = 1; letters <= text.length; letters += 1) {
        const since = performance.now();
        await subject.suggest(text.slice(0, letters));
        tookMs.push(performance.now() - since);
      }
    }),
  );
  return tookMs;
}

/**
 * Reads pages of what is imported, while after each page a document that was shown is deleted, and now and then one more
 * arrives; then asks what of the documents that stayed was shown twice, and what of those passed was not shown.
 */
async function readWhileChanging(subject: Subject, { service, base, client }: World) {
  const { knowledge } = service;
  const before: string[] = [];
  for (let page = 1; page <= pagesRead; page += 1) {
    const { documents } = await client.list({ indexId: base.indexId, status: 'FINISH', page });
    before.push(...documents.map(({ id }) => id));
  }
  const calls = client.calls();
  const shown: string[] = [];
  const gone = new Set<string>();
  let pages = 0;
  for (; pages < pagesRead / 2; pages += 1) {
    const documents = await subject.next();
    if (!documents) break;
    shown.push(...documents.map(({ id }) => id));
    const victim = documents[0]?.id;
    if (victim && knowledge.remove(base.indexId, victim)) gone.add(victim);
    if (pages % 3 === 2)
      for (let more = 0; more < 2; more += 1) knowledge.arrive(base.indexId, { importMs: 0 });
  }
  const last = Math.max(...shown.map((id) => before.indexOf(id)));
  const there = new Set(shown);
  return {
    callsPerPage: (client.calls() - calls) / pages,
    twice: shown.length - there.size,
    missed: before.slice(0, last).filter((id) => !there.has(id) && !gone.has(id)).length,
  };
}

endWithParent();
const [name = ''] = process.argv.slice(2);
const open = subjects[name];
if (!open) throw new Error(`nothing searches under the name ${name}`);
const world = await openWorld();
const subject = open(world.client, world.base);
await subject.prepare();
const preparing = world.client.calls();
const tookMs = await typeTogether(subject);
const keys = tookMs.length;
const typing = world.client.calls() - preparing;
const reading = await readWhileChanging(subject, world);
await subject.close();
await world.close();
reportSample({
  suggestP50Ms: percentile(tookMs, 50),
  suggestP95Ms: percentile(tookMs, 95),
  suggestMaxMs: Math.max(...tookMs),
  callsBefore: preparing,
  callsPerHundredKeys: (typing / keys) * 100,
  ...reading,
});
