import { done } from './told.ts';
import type { ToolMaker } from './tool-parts.ts';

const mostNamed = 50;

/** Who's in the voice channel, which everybody there sees anyway, and who of them is heard. */
export const whoIsHere: ToolMaker = ({ request, channelId, people, participants }) => ({
  name: 'who_is_here',
  description: 'Tells who is in the voice channel, and which of them take part in the conversation.',
  tellsData: true,
  run: async () => {
    const here = people.in(request.guildId, channelId());
    const heard = participants();
    const named = here.slice(0, mostNamed);
    return done({
      say: `Here: ${named.map(({ name }) => name).join(', ')}.`,
      count: here.length,
      people: named.map(({ userId, name }) => ({ name, takesPart: heard.has(userId) })),
    });
  },
});
