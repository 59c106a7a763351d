import { z } from 'zod';
import { Refusal } from '../../refusal/refusal.ts';
import { done, failed, toolFor } from './told.ts';
import type { ToolMaker } from './tool-parts.ts';

const schema = z.object({
  query: z.string().trim().min(2).max(500).describe('The question, complete in itself'),
});
const longestPassage = 1_200;

/**
 * Searches the community's documents, but only those that everybody who hears the answer, or reads it later, may read.
 */
export const searchKnowledge: ToolMaker = (parts) => {
  const { request, channelId: callIn, hands, held } = parts;
  const { searchKnowledge: search } = hands;
  if (!search) return undefined;
  const { panelChannelId, settings } = request;
  const writtenIn = settings.transcript ? panelChannelId : undefined;
  return toolFor(parts, {
    name: 'search_knowledge',
    description:
      'Looks something up in the documents of this community. Use it for questions about its rules, events and know-how.',
    tellsData: true,
    schema,
    run: async ({ query }, actor, signal) => {
      const channelId = callIn();
      const passages = await search({ actor, channelId, writtenIn, question: query, signal });
      if (passages.length === 0) return failed('The documents say nothing about that.');
      const baseIds = [...new Set(passages.map(({ baseId }) => baseId))];
      // The search took a while, and someone may have come since.
      if (!(await held.hold(baseIds))) throw new Refusal({ code: 'knowledge-not-for-room' });
      return done({
        passages: passages.map(({ text, from }) => ({ text: text.slice(0, longestPassage), from })),
      });
    },
  });
};
