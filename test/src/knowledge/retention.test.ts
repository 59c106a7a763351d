import { describe, expect, it } from 'vitest';
import { keptForMs, mostKept } from '../../../src/knowledge/shown-pages.ts';
import { guildId, KnowledgeWorld, otherGuildId, reader } from '../../support/knowledge-world.ts';

const dayMs = 24 * 3_600_000;

async function open(): Promise<KnowledgeWorld> {
  const world = new KnowledgeWorld();
  await world.desk.open();
  return world;
}

const page = (world: KnowledgeWorld) => ({
  is: 'list' as const,
  guildId,
  at: world.clock.now(),
  documents: [],
});

describe('what stands behind messages', () => {
  it('goes after two weeks although nobody asks for anything', async () => {
    const world = await open();
    await world.desk.pages.keep('old', page(world));
    await world.clock.advance(keptForMs - 3_600_000);
    await world.desk.pages.keep('young', page(world));
    await world.clock.advance(3 * 3_600_000);
    expect([...world.pages.records.keys()]).toEqual(['young']);
  });

  it('is the newest 5,000 pages at most, found again after a restart', async () => {
    const world = await open();
    for (let index = 0; index < mostKept; index += 1) {
      await world.desk.pages.keep(`p${index}`, page(world));
      if (index % 1_000 === 0) await world.clock.advance(1);
    }
    await world.restart();
    await world.clock.advance(60_000);
    expect(world.pages.records.size).toBe(mostKept);
    for (let index = 0; index < 120; index += 1) await world.desk.pages.keep(`q${index}`, page(world));
    await world.clock.advance(60_000);
    expect(world.pages.records.size).toBe(mostKept);
    expect(world.pages.records.has('p0')).toBe(false);
    expect(world.pages.records.has('q0')).toBe(true);
  });
});

describe('a question that nothing answered', () => {
  it('goes after the days that the operator says, with the record of a guild that has no other', async () => {
    const world = await open();
    await world.desk.gaps.add(reader, 'Where is the bell?', false);
    await world.desk.gaps.add({ ...reader, guildId: otherGuildId }, 'Where is the bell?', false);
    await world.clock.advance(20 * dayMs);
    await world.desk.gaps.add(reader, 'Where is the door?', false);
    await world.clock.advance(11 * dayMs);
    expect([...world.gaps.records.keys()]).toEqual([guildId]);
    expect(world.gaps.records.get(guildId)).not.toContain('bell');
    expect(world.gaps.records.get(guildId)).toContain('door');
  });
});
