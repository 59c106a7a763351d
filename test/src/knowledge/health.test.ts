import { describe, expect, it } from 'vitest';
import { drawHealth } from '../../../src/knowledge/health-chart.ts';
import { renderHealth } from '../../../src/knowledge/health-page.ts';
import { importReasonOf } from '../../../src/knowledge/import-reason.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { handbook, KnowledgeWorld } from '../../support/knowledge-world.ts';

const hourMs = 3_600_000;

describe('the health of a base', () => {
  it('counts each state with one call, and knows the newest failures', async () => {
    const world = new KnowledgeWorld();
    world.library.fill(50);
    for (const id of ['d3', 'd7', 'd20'])
      world.library.change(id, { status: 'INSERT_ERROR', code: 'EmptyContent' });
    world.library.change('d9', { status: 'DELETED' });
    world.library.change('d30', { status: 'RUNNING' });
    const { health } = await world.done(world.desk.health(handbook));
    expect(health.counts).toEqual({ FINISH: 45, INSERT_ERROR: 3, DELETED: 1, RUNNING: 1 });
    expect(health.failed.map(({ id }) => id)).toEqual(['d3', 'd7', 'd20']);
    expect(world.library.lists.filter(({ status }) => status !== undefined)).toHaveLength(4);
  });

  it('finds the oldest that are stuck among many that are importing', async () => {
    const world = new KnowledgeWorld();
    world.library.fill(40);
    for (let at = 0; at < 40; at += 1) world.library.change(`d${at}`, { status: 'RUNNING' });
    world.library.change('d39', { importedAt: world.clock.now() - 30 * hourMs });
    world.library.change('d38', { importedAt: world.clock.now() - 2 * hourMs });
    const { health } = await world.done(world.desk.health(handbook));
    expect(health.stuck.map(({ id }) => id)).toEqual(['d39', 'd38']);
  });

  it('says so when nothing is the matter, and how far the kinds are counted', async () => {
    const world = new KnowledgeWorld();
    world.library.fill(5);
    const words = wordsFor('en-US');
    const page = async () => {
      const { health, names } = await world.done(world.desk.health(handbook));
      const report = { id: 'p', base: handbook, health, names, stuckMs: hourMs, watch: undefined };
      return JSON.stringify(renderHealth({ ...report, channelId: '300000000000000001' }, words));
    };
    expect(await page()).toContain('Nothing failed and nothing is stuck');
    await world.clock.advance(5_000);
    expect(await page()).toMatch(/-# Kinds"/);
  });

  it('is drawn as a picture, whatever types are called', async () => {
    const types = [
      ['pdf', 3],
      ['类型', 1],
      ['x'.repeat(500), 2],
    ] as const;
    const empty = await drawHealth({
      counts: { FINISH: 0, RUNNING: 0, INSERT_ERROR: 0, DELETED: undefined },
      types: [],
    });
    const full = await drawHealth({ counts: { FINISH: 90, RUNNING: 1, INSERT_ERROR: 9, DELETED: 0 }, types });
    for (const picture of [empty, full]) expect([...picture.slice(1, 4)]).toEqual([...Buffer.from('PNG')]);
    expect(Buffer.from(full).readUInt32BE(16)).toBe(800);
    expect(Buffer.from(full).readUInt32BE(20) - Buffer.from(empty).readUInt32BE(20)).toBe(3 * 34);
  });
});

describe('the reason of a failed import', () => {
  it.each([
    ['FileParseFailed', 'unreadable'],
    ['UnsupportedFileFormat', 'format'],
    ['FileTooLarge', 'too-large'],
    ['DataInspectionFailed', 'inappropriate'],
    ['EmptyContent', 'empty'],
    ['Throttling.Quota', 'quota'],
    ['InternalError', 'internal'],
    ['Whatever', 'other'],
    [undefined, 'other'],
  ])('with the code %s is %s', (code, reason) => {
    expect(importReasonOf(code)).toBe(reason);
  });
});
