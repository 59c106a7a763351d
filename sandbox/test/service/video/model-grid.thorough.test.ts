import { describe, expect, test } from 'vitest';
import { allSizes, legacyRows, newSizes, noSizes, usageFor } from './document-tables.ts';
import { modelService } from './model-service.ts';

const service = modelService();
const seconds = Array.from({ length: 18 }, (_, index) => index);

/** The whole answer to a finished task of this model. */
async function finished(model: string, parameters: Record<string, unknown>) {
  const created = await service.caller.create(service.body(model, parameters));
  expect(created.body).toMatchObject({ output: { task_status: 'PENDING' } });
  return (await service.caller.ended(String(created.body.output?.task_id))).body;
}

async function refusal(model: string, parameters: Record<string, unknown>) {
  const { status, body } = await service.caller.create(service.body(model, parameters));
  expect([status, body.code]).toEqual([400, 'InvalidParameter']);
  return body.message;
}

describe.each(legacyRows)('$model', (row) => {
  const { model, sizes, durations, defaultSize } = row;
  const cells = allSizes.flatMap((size) => seconds.map((duration) => ({ size, duration })));
  const takes = ({ size, duration }: (typeof cells)[number]) => size in sizes && durations.includes(duration);

  test.each(cells.filter(takes))('takes $size of $duration s and tells exactly its usage', async (cell) => {
    const { usage, output } = await finished(model, cell);
    expect(output).toMatchObject({ task_status: 'SUCCEEDED' });
    expect(usage).toEqual(usageFor(row, cell.size, cell.duration));
    const [width, height] = cell.size.split('*').map(Number);
    expect(service.jobs.at(-1)).toMatchObject({ width, height, durationSeconds: cell.duration });
  });

  test.each(cells.filter((cell) => !takes(cell)))('refuses $size of $duration s', async (cell) => {
    const wrong = cell.size in sizes ? 'parameters.duration' : 'parameters.size';
    expect(await refusal(model, cell)).toMatch(new RegExp(`^${wrong} `));
  });

  test.each(noSizes)('refuses the size "%s", and says what it has', async (size) => {
    const message = await refusal(model, { size });
    expect(message).toMatch(/^parameters\.size does not match the model /);
    for (const known of Object.keys(sizes)) expect(message).toContain(known);
  });

  test.each([720, null, ['1280*720']])('refuses the size %j', async (size) => {
    expect(await refusal(model, { size })).toMatch(/^parameters\.size /);
  });

  test.each([5.5, '5', null, -5])('refuses the duration %j', async (duration) => {
    expect(await refusal(model, { duration })).toMatch(/^parameters\.duration /);
  });

  test(`makes ${defaultSize} of 5 s when nothing is said`, async () => {
    expect((await finished(model, {})).usage).toEqual(usageFor(row, defaultSize, 5));
  });
});

describe('gen2.7-t2v', () => {
  const cells = newSizes.flatMap(([resolution, ratio, size]) =>
    seconds.map((duration) => ({ resolution, ratio, size, duration })),
  );
  const takes = ({ duration }: { duration: number }) => duration >= 2 && duration <= 15;

  test.each(cells.filter(takes))(
    'takes $resolution $ratio of $duration s, makes $size and tells exactly its usage',
    async ({ resolution, ratio, size, duration }) => {
      const { usage } = await finished('gen2.7-t2v', { resolution, ratio, duration });
      expect(usage).toEqual({
        duration,
        input_video_duration: 0,
        output_video_duration: duration,
        SR: Number.parseInt(resolution, 10),
        ratio,
        video_count: 1,
      });
      const [width, height] = size.split('*').map(Number);
      expect(service.jobs.at(-1)).toMatchObject({ width, height, durationSeconds: duration });
    },
  );

  test.each(cells.filter((cell) => !takes(cell)))(
    'refuses $resolution $ratio of $duration s',
    async ({ resolution, ratio, duration }) => {
      expect(await refusal('gen2.7-t2v', { resolution, ratio, duration })).toMatch(/^parameters\.duration /);
    },
  );
});
