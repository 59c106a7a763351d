import type { KnowledgeRefusal } from '../../refusal/knowledge.ts';
import type { RefusalSentences } from '../../refusal/sentences.ts';

export const knowledgeRefusals: RefusalSentences<KnowledgeRefusal> = {
  'knowledge-not-configured': () => "No knowledge base is set up yet. Ask the bot's owner to add one.",
  'knowledge-not-for-room': () =>
    "Not everyone who'd hear or read the answer may search these documents. Use `/knowledge ask` instead.",
  'knowledge-not-allowed': () =>
    "There's no knowledge base you can search in this channel. A moderator can allow one with `/knowledge use`.",
  'knowledge-base-unknown': () =>
    "This server doesn't have that knowledge base. Pick one from the suggestions.",
  'knowledge-no-contents': () => 'Here I can only search document names. Try `/knowledge search`.',
  'knowledge-busy': () => 'Too many people are searching right now. Try again in half a minute.',
  'knowledge-question-empty': () => 'The question is empty. Ask it in a sentence.',
  'knowledge-document-gone': () => 'That document was renamed or removed. Search again.',
  'knowledge-shared-already': () => 'This has already been shared here.',
  'knowledge-grant-unknown': () => "That wasn't allowed anyway. Run `/knowledge use` to see what is.",
  'knowledge-grants-full': ({ limit }) =>
    `A knowledge base can have up to ${limit} channels and roles. Remove one first, or allow a category.`,
  'knowledge-export-too-large': ({ limitMegabytes }) =>
    `The list is over this server's ${limitMegabytes} MB limit. Pick a status or name to export part of it.`,
};
