import { describe, expect, it } from 'vitest';
import { stateBar, typeRows } from '../../../src/knowledge/health-chart.ts';
import { renderHealth } from '../../../src/knowledge/health-page.ts';
import { importReasonOf } from '../../../src/knowledge/import-reason.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { handbook, KnowledgeWorld } from '../../support/knowledge-world.ts';

const hourMs = 3_600_000;

describe('the health of a base', () => {
  it('counts each state with one call, and knows the newest failures', async () => {
    const world = new KnowledgeWorld({ documents: 50 });
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
    const world = new KnowledgeWorld({ documents: 40 });
    for (let at = 0; at < 40; at += 1) world.library.change(`d${at}`, { status: 'RUNNING' });
    world.library.change('d39', { importedAt: world.clock.now() - 30 * hourMs });
    world.library.change('d38', { importedAt: world.clock.now() - 2 * hourMs });
    const { health } = await world.done(world.desk.health(handbook));
    expect(health.stuck.map(({ id }) => id)).toEqual(['d39', 'd38']);
  });

  it('says so when nothing is the matter, and how far the kinds are counted', async () => {
    const world = new KnowledgeWorld({ documents: 5 });
    const words = wordsFor('en-US');
    const page = async () => {
      const { health, names } = await world.done(world.desk.health(handbook));
      const report = { id: 'p', base: handbook, health, names, stuckMs: hourMs, watch: undefined };
      return JSON.stringify(renderHealth({ ...report, channelId: '300000000000000001' }, words));
    };
    expect(await page()).toContain('No failed or stuck imports');
    await world.clock.advance(5_000);
    expect(await page()).toContain('-# Types\\n`████████████` 5 md');
  });

  it('is drawn as a bar in which every state that occurs is seen, however rare', () => {
    const none = { FINISH: 0, RUNNING: 0, INSERT_ERROR: 0, DELETED: undefined };
    expect(stateBar(none)).toBe('');
    expect(stateBar({ ...none, RUNNING: 3 })).toBe('🟨'.repeat(14));
    expect(stateBar({ ...none, FINISH: 10_000, INSERT_ERROR: 1 })).toBe(`${'🟩'.repeat(13)}🟥`);
    expect(stateBar({ FINISH: 1, RUNNING: 1, INSERT_ERROR: 1, DELETED: 1 })).toMatch(
      /^🟩{3,4}🟨{3,4}🟥{3,4}⬜{3,4}$/u,
    );
    for (const finished of [0, 1, 2, 5, 50, 999]) {
      const bar = stateBar({ FINISH: finished, RUNNING: 7, INSERT_ERROR: 2, DELETED: 1 });
      expect([...bar]).toHaveLength(14);
    }
  });

  it('has a row for each type, whatever types are called', () => {
    const rows = typeRows(
      [
        ['pdf', 1_200],
        ['类型', 600],
        ['**`@everyone`**', 1],
        ['', 1],
      ],
      'en-US',
    ).split('\n');
    expect(rows[0]).toBe('`████████████` 1,200 pdf');
    expect(rows[1]).toBe('`██████░░░░░░` 600 类型');
    expect(rows[2]).toMatch(/^`█░{11}` 1 (?!.*(?<!\\)[*`])/);
    expect(rows[3]).toBe('`█░░░░░░░░░░░` 1 …');
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
