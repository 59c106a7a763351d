import type { BaseInteraction } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { videoSurface } from '../../../commands/video/index.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { FakeInteraction } from '../../support/fake-interaction.ts';
import { VideoWorld } from '../../support/video-world.ts';

const needed = ['ViewChannel', 'SendMessages', 'AttachFiles', 'ReadMessageHistory'] as const;

it.each(needed)('a video is not begun where the bot lacks %s', async (missing) => {
  const world = await VideoWorld.open();
  onTestFinished(async () => await world.close());
  const { commands, messageCommands = [] } = videoSurface(world.studio);
  const makers = [
    ...commands.filter(({ path }) => ['text', 'reference'].includes(path[1] ?? '')),
    ...messageCommands.filter(({ name }) => name === 'Make a video of this'),
  ];
  expect(makers).toHaveLength(3);
  const interaction = new FakeInteraction({ botMay: needed.filter((each) => each !== missing) });
  for (const { guards = [] } of makers) {
    const refusals = guards.map((guard) =>
      refusalOf(() => guard.check(interaction.real as BaseInteraction<'cached'>)),
    );
    expect(refusals).toContainEqual(expect.objectContaining({ permissions: [missing] }));
  }
});

function refusalOf(check: () => unknown): unknown {
  try {
    check();
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? error.facts : error;
  }
}
