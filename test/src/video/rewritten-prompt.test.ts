import { afterEach, describe, expect, it } from 'vitest';
import { renderDetails } from '../../../src/video/details-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { orderFor, VideoWorld } from '../../support/video-world.ts';

const id = '1000000000000000001';
const worlds: VideoWorld[] = [];

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

/** What everybody, and whoever asks for details, is shown of a video. */
async function shown(actualPrompt?: string) {
  const world = await VideoWorld.open();
  worlds.push(world);
  world.service.ending = () => ({ status: 'succeeded', ...(actualPrompt ? { actualPrompt } : {}) });
  await world.studio.accept(orderFor(world), { of: 'text', model: 'gen2.6-t2v-us', prompt: 'a kite' });
  await world.clock.until(() => world.isSettled(id));
  return {
    result: FakeMessenger.textOf(world.messenger.posted[0]?.body),
    details: FakeMessenger.textOf(renderDetails(world.job(id), wordsFor('en-US'))),
  };
}

describe('the prompt as the service rewrote it', () => {
  it('is shown in its details, as text, and not under the video', async () => {
    const { result, details } = await shown('a **vast** kite for @everyone');
    expect(details).toContain('vast');
    expect(details).not.toContain('**vast**');
    expect(details).not.toContain(' @everyone');
    expect(result).not.toContain('vast');
    expect(details).toContain('Rewritten by the service');
  });

  it('is not mentioned when there is none', async () => {
    const { details } = await shown();
    expect(details).not.toContain('Rewritten by the service');
  });
});
