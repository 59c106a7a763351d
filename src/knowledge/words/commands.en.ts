import type { OptionWords } from '../../discord/words/command-words.ts';
import type { KnowledgeWords } from './knowledge-words.ts';

const base: OptionWords = {
  name: 'base',
  description: 'Which knowledge base; the first you may use, unless chosen',
};
const name: OptionWords = { name: 'name', description: 'The document’s name, or a part of it' };
const match: OptionWords = {
  name: 'match',
  description: 'Must the name fit exactly? A part is enough, unless chosen',
  choices: { part: 'A part is enough', exact: 'Exactly this name' },
};
const status: OptionWords = {
  name: 'status',
  description: 'Only documents in this state',
  choices: {
    FINISH: '✅ imported',
    RUNNING: '🕓 importing',
    INSERT_ERROR: '❌ import failed',
    DELETED: '🗑️ deleted',
  },
};

export const knowledgeCommandWords: KnowledgeWords['commands'] = {
  knowledge: { name: 'knowledge', description: 'Find documents in the knowledge base' },
  'knowledge search': {
    name: 'search',
    description: 'Find documents by name and state; only you see the answer',
    options: {
      name,
      match,
      status,
      base,
      order: {
        name: 'order',
        description: 'By time of import, the only order that the service knows; newest first, unless chosen',
        choices: { newest: 'Newest first', oldest: 'Oldest first' },
      },
    },
  },
  'knowledge ask': {
    name: 'ask',
    description: 'Find what the documents say; only you see the answer',
    options: { question: { name: 'question', description: 'Ask it in a sentence, in your language' }, base },
  },
  'knowledge health': {
    name: 'health',
    description: 'For moderators: which documents are broken, and which take too long',
    options: {
      base,
      channel: { name: 'channel', description: 'Where Watch reports; this channel, unless chosen' },
    },
  },
  'knowledge gaps': {
    name: 'gaps',
    description: 'For moderators: questions that the documents did not answer',
  },
  'knowledge use': {
    name: 'use',
    description: 'Who may search which knowledge base, and where (needs Manage Server)',
    options: {
      base,
      action: {
        name: 'action',
        description: 'What to change; without it, see how it is',
        choices: { allow: 'Allow', forbid: 'Take back', reset: 'As the operator set it up' },
      },
      channel: { name: 'channel', description: 'In this channel or category only' },
      role: { name: 'role', description: 'For this role only' },
    },
  },
  'knowledge export': {
    name: 'export',
    description: 'The list of documents as a table (CSV; needs Manage Server)',
    options: { base, status, name, match },
  },
};
