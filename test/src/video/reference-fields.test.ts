import { expect, it } from 'vitest';
import { createBody } from '../../../src/service/video/wire.ts';
import { VideoWorld } from '../../support/video-world.ts';

it.each(['gen2.6-r2v', 'gen2.6-r2v-flash'] as const)(
  'files of %s go into reference_urls, videos too, and the deprecated field is never sent',
  async (model) => {
    const world = await VideoWorld.open();
    world.reference = async ({ url }) =>
      url.endsWith('.mp4') ? { kind: 'video', seconds: 3 } : { kind: 'image' };
    const references = ['1.mp4', '2.png', '3.mp4'].map((name) => ({
      url: `https://files.test/${name}`,
      attachment: false,
    }));
    const ask = { of: 'reference', model, prompt: 'character1 meets character2' } as const;
    await world.make(ask, {}, { references });
    const [task] = world.service.tasks;
    const body = task && JSON.parse(JSON.stringify(createBody(task.request, model)));
    expect(body?.input).toEqual({
      prompt: 'character1 meets character2',
      reference_urls: references.map(({ url }) => url),
    });
  },
);
