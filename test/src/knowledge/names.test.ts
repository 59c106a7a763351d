import { describe, expect, test } from 'vitest';
import { DocumentNames, mostRemembered } from '../../../src/knowledge/document-names.ts';
import { documentWith } from '../../support/knowledge-documents.ts';
import { handbook, KnowledgeWorld } from '../../support/knowledge-world.ts';

const it = test.extend('names', () => new DocumentNames()).extend('world', () => new KnowledgeWorld());

const named = (names: readonly string[]) =>
  names.map((name, index) => documentWith({ id: `n${index}`, name, importedAt: 1_000 - index }));

async function suggested(world: KnowledgeWorld, typed: string): Promise<readonly string[]> {
  const documents = await world.done(world.desk.names.suggest(handbook, typed, 25));
  return documents.map(({ name }) => name);
}

describe('names of documents', () => {
  it('are found by every typed word, whatever the case and the accents; beginnings first, then the newest', async () => {
    const names = new DocumentNames();
    names.absorb(named(['My rules.md', 'Other.md', 'Rules of voice.md', 'Règles.md', 'RULES.md']));
    expect((await names.suggest('rules', 25)).map(({ name }) => name)).toEqual([
      'Rules of voice.md',
      'RULES.md',
      'My rules.md',
    ]);
    expect((await names.suggest('voice  RUL', 25)).map(({ name }) => name)).toEqual(['Rules of voice.md']);
    expect((await names.suggest('regles', 25)).map(({ name }) => name)).toEqual(['Règles.md']);
  });

  it('stand there once however many documents have them', async ({ names }) => {
    names.absorb(named(['Same.md', 'Same.md', 'Same.md']));
    expect(await names.suggest('same', 25)).toHaveLength(1);
  });

  it('go with what was deleted, and change with what was renamed', async ({ names }) => {
    names.absorb(named(['One.md', 'Two.md']));
    names.absorb([
      documentWith({ id: 'n0', name: 'One.md', status: 'DELETED' }),
      documentWith({ id: 'n1', name: 'Zwei.md' }),
    ]);
    expect((await names.suggest('', 25)).map(({ name }) => name)).toEqual(['Zwei.md']);
  });

  it('are bounded: of more than are remembered the oldest go', async ({ names }) => {
    names.absorb(named(Array.from({ length: mostRemembered * 1.2 }, (_, index) => `N${index}`)));
    expect(names.size).toBeLessThanOrEqual(mostRemembered * 1.1);
    expect(await names.suggest(`N${mostRemembered * 1.2 - 1}`, 1)).toEqual([]);
    expect(await names.suggest('N0', 1)).toHaveLength(1);
  });
});

describe('names that are kept while people type', () => {
  it('are asked for at the service until all were read, and then no more', async ({ world }) => {
    world.library.fill(300, (index) => (index === 299 ? 'Rarely needed.md' : `Often ${index}.md`));
    expect(await suggested(world, 'rarely')).toEqual(['Rarely needed.md']);
    expect(world.library.lists.filter(({ name }) => name === 'rarely')).toHaveLength(1);
    await world.clock.advance(60_000);
    const calls = world.library.lists.length;
    expect(await suggested(world, 'Often 17')).toContain('Often 17.md');
    expect(world.library.lists.length).toBe(calls);
  });

  it('cost no second call for what was typed on from something that was known whole', async () => {
    const world = new KnowledgeWorld({ documents: 300 });
    const asked = () => world.library.lists.filter(({ name }) => name !== undefined).length;
    await suggested(world, 'Document 29');
    const before = asked();
    await suggested(world, 'Document 299');
    await suggested(world, 'document 299.m');
    expect(asked() - before).toBe(1);
  });

  it('learn of new documents with one call a minute', async () => {
    const world = new KnowledgeWorld({ documents: 25 });
    await suggested(world, '');
    await world.clock.advance(65_000);
    world.library.arrive('fresh');
    await suggested(world, 'fresh');
    await world.clock.advance(10_000);
    const calls = world.library.lists.length;
    expect(await suggested(world, 'fresh')).toEqual(['fresh.md']);
    expect(world.library.lists.length).toBe(calls);
  });

  it('are read again when documents went', async () => {
    const world = new KnowledgeWorld({ documents: 25 });
    await suggested(world, '');
    await world.clock.advance(60_000);
    world.library.remove('d20');
    for (let minutes = 0; minutes < 35; minutes += 1) {
      await suggested(world, '');
      await world.clock.advance(61_000);
    }
    expect(await suggested(world, 'Document 20')).toEqual([]);
  });

  it('never fail: without the service there are those that are known', async ({ world }) => {
    world.desk.names.absorb(handbook, [documentWith({ id: 'k', name: 'Known.md' })]);
    world.library.fail({ fault: 'unreachable', code: 'ConnectionFailed', nothingHappened: true }, 5);
    expect(await suggested(world, 'known')).toEqual(['Known.md']);
  });

  it('wait for a service that does not answer no longer than Discord does', async ({ world }) => {
    world.library.list = async () => await new Promise(() => undefined);
    const before = world.clock.now();
    expect(await suggested(world, 'anything')).toEqual([]);
    expect(world.clock.now() - before).toBeLessThan(2_500);
  });
});
