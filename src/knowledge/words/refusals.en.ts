import type { KnowledgeRefusal } from '../../refusal/knowledge.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

export const knowledgeRefusals: RefusalSentences<KnowledgeRefusal> = {
  'knowledge-not-configured': () => 'No knowledge base is set up. Whoever runs this bot can add one.',
  'knowledge-not-allowed': () =>
    'This channel has no knowledge base that you may search. A moderator can allow one with `/knowledge use`.',
  'knowledge-base-unknown': () =>
    'This server has no such knowledge base. Choose one of those that are suggested while you type.',
  'knowledge-no-contents': () =>
    'I cannot search what documents say here, only their names: use `/knowledge search`.',
  'knowledge-busy': () => 'Too many people are searching at this moment. Try again in half a minute.',
  'knowledge-question-empty': () => 'The question is empty. Ask it in a sentence.',
  'knowledge-document-gone': () =>
    'That document is no longer there under this name. Search again to see what is.',
  'knowledge-shared-already': () => 'This was shared in this channel already.',
  'knowledge-grant-unknown': () =>
    'That was not allowed to begin with. `/knowledge use` without an action shows what is.',
  'knowledge-grants-full': ({ limit }) =>
    `At most ${limit} channels and roles can be allowed for one knowledge base. Take one back first, or allow a category.`,
  'knowledge-export-too-large': ({ limitMegabytes }) =>
    `The list is larger than the ${limitMegabytes} MB that this server takes. Export a part: choose a status or a name.`,
};
