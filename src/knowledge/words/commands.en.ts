import type { CommandsWords } from '../../discord/words/command-words.ts';

const base = {
  name: 'base',
  description: 'Knowledge base to use (default: the first one open to you)',
};
const name = { name: 'name', description: 'Document name, or part of it' };
const match = {
  name: 'match',
  description: 'How the name must match (default: part of it)',
  choices: { part: 'Part of the name', exact: 'Exact name' },
};
const status = {
  name: 'status',
  description: 'Only documents with this status',
  choices: {
    FINISH: '✅ imported',
    RUNNING: '🕓 importing',
    INSERT_ERROR: '❌ import failed',
    DELETED: '🗑️ deleted',
  },
};

export const knowledgeCommandWords = {
  knowledge: { name: 'knowledge', description: 'Find documents in the knowledge base' },
  'knowledge search': {
    name: 'search',
    description: 'Find documents by name and status; only you see the results',
    options: {
      name,
      match,
      status,
      base,
      order: {
        name: 'order',
        description: 'Order by import time (default: newest first)',
        choices: { newest: 'Newest first', oldest: 'Oldest first' },
      },
    },
  },
  'knowledge ask': {
    name: 'ask',
    description: 'Ask the documents a question; only you see the answer',
    options: { question: { name: 'question', description: 'Your question, in your language' }, base },
  },
  'knowledge health': {
    name: 'health',
    description: 'See failed and stuck imports (moderators)',
    options: {
      base,
      channel: { name: 'channel', description: 'Channel for Watch updates (default: this one)' },
    },
  },
  'knowledge gaps': {
    name: 'gaps',
    description: "Questions the documents couldn't answer (moderators)",
  },
  'knowledge use': {
    name: 'use',
    description: 'Choose who can search what, and where (needs Manage Server)',
    options: {
      base,
      action: {
        name: 'action',
        description: 'What to change (default: just show settings)',
        choices: { allow: 'Allow', forbid: 'Remove', reset: 'Reset to default' },
      },
      channel: { name: 'channel', description: 'Only in this channel or category' },
      role: { name: 'role', description: 'Only for this role' },
      mentions: { name: 'mentions', description: 'Answer questions that mention me (default: on)' },
    },
  },
  'knowledge export': {
    name: 'export',
    description: 'Export the document list as CSV (needs Manage Server)',
    options: { base, status, name, match },
  },
} satisfies CommandsWords;
