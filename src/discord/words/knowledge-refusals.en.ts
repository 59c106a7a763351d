import type { KnowledgeRefusal } from '../refusals/knowledge.ts';
import type { RefusalSentences } from './error-words.ts';

export const knowledgeRefusals: RefusalSentences<KnowledgeRefusal> = {
  'knowledge-not-configured': () => 'No knowledge base is set up. Whoever runs this bot can add one.',
  'knowledge-not-allowed': () =>
    'This channel has no knowledge base that you may search. A moderator can allow one with `/knowledge use`.',
};
