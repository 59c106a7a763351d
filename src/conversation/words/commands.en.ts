import type { CommandsWords } from '../../discord/words/command-words.ts';

export const conversationCommandWords = {
  converse: { name: 'converse', description: 'Talk with an AI in your voice channel' },
  'converse start': {
    name: 'start',
    description: 'Start a conversation in your voice channel; I only hear people who press Join',
    options: {
      model: { name: 'model', description: 'Model to use (default: newest)' },
      voice: { name: 'voice', description: "Voice to answer in (default: the model's own)" },
      persona: { name: 'persona', description: 'Who I should be, like “a patient chess coach”' },
      reply: {
        name: 'reply',
        description: 'How I answer (default: out loud)',
        choices: { voice: 'Out loud', text: 'Text only' },
      },
      turns: {
        name: 'turns',
        description: 'How I know someone has finished talking',
        choices: {
          voice: 'They go quiet',
          semantic: 'The sentence sounds finished',
          'push-to-talk': 'They press Done (push-to-talk)',
        },
      },
      threshold: {
        name: 'threshold',
        description: 'How loud counts as speech: -1 to 1, lower is more sensitive',
      },
      silence: { name: 'silence', description: 'Silence that ends a turn, in ms: 200 to 6000 (default 800)' },
      search: {
        name: 'search',
        description: 'Search the web for answers (default: off); turns my other tools off',
        choices: { off: 'Off', on: 'On', 'with-sources': 'On, with links' },
      },
      name: { name: 'name', description: 'Name I answer to (default: my name here)' },
      answers: {
        name: 'answers',
        description: 'When I answer (moderators only)',
        choices: {
          auto: 'By name once two or more people have joined',
          always: 'Always',
          'by-name': 'Only when called by name',
        },
      },
      interruptions: {
        name: 'interruptions',
        description: 'Let people interrupt me by talking (default: on)',
      },
      interrupt_role: { name: 'interrupt_role', description: 'Only let this role interrupt me' },
      transcript: {
        name: 'transcript',
        description: 'Write a transcript in a thread (moderators only, default: off)',
      },
    },
  },
  'converse stop': { name: 'stop', description: 'End the conversation' },
  'converse status': { name: 'status', description: "See who's taking part and how many minutes are left" },
  'converse say': {
    name: 'say',
    description: 'Type something instead of saying it',
    options: { text: { name: 'text', description: 'What to say' } },
  },
  'converse join': { name: 'join', description: 'Take part: let me hear you in this conversation' },
  'converse leave': { name: 'leave', description: 'Stop me from hearing you, right away' },
  'converse show': {
    name: 'show',
    description: 'Show me a picture to talk about',
    options: { image: { name: 'image', description: 'JPEG, PNG, WebP or BMP' } },
  },
  'converse tools': {
    name: 'tools',
    description: 'Choose what I can do during conversations here (needs Manage Server)',
    options: {
      tool: {
        name: 'tool',
        description: 'Tool to switch',
        choices: {
          search_knowledge: 'Search the knowledge base',
          start_video: 'Start a video',
          post_message: 'Post in a channel',
          who_is_here: "See who's here",
          set_timer: 'Set timers',
        },
      },
      enabled: { name: 'enabled', description: 'Turn it on or off' },
    },
  },
} satisfies CommandsWords;
