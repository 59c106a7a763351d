import { describe, expect, it } from 'vitest';
import { renderDetails } from '../../../src/video/details-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { videoId as id, VideoWorld } from '../../support/video-world.ts';

/** What everybody, and whoever asks for details, is shown of a video. */
async function shown(actualPrompt?: string) {
  const world = await VideoWorld.open();
  world.service.ending = () => ({ status: 'succeeded', ...(actualPrompt ? { actualPrompt } : {}) });
  await world.make({ model: 'gen2.6-t2v-us', prompt: 'a kite' });
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
