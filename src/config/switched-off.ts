import type { Config } from './config.ts';

/** Something that doesn't work with these settings, and the settings it needs. */
export interface SwitchedOff {
  /** For the log. */
  readonly what: string;
  /** Paths of commands (`speak` covers all its subcommands), and names of message commands. */
  readonly commands: readonly string[];
  readonly settings: readonly string[];
}

export function switchedOff({ speech, discord, knowledge }: Config): readonly SwitchedOff[] {
  const hasVoice = speech.voice !== undefined || speech.voices.length > 0;
  return [
    {
      off: !hasVoice,
      what: 'reading aloud: /speak, and /converse say',
      commands: ['speak', 'Speak this', 'converse say'],
      settings: ['SPEECH_VOICE or SPEECH_VOICES'],
    },
    {
      off: hasVoice && !discord.messageContent,
      what: 'reading text channels aloud: /speak channel',
      commands: ['speak channel'],
      settings: ['DISCORD_MESSAGE_CONTENT=on'],
    },
    {
      off: !discord.messageContent,
      what: 'writing down the voice messages of text channels: /interpret channel',
      commands: ['interpret channel'],
      settings: ['DISCORD_MESSAGE_CONTENT=on'],
    },
    {
      off: !knowledge,
      what: 'knowledge bases: /knowledge',
      commands: ['knowledge'],
      settings: ['KNOWLEDGE_URL', 'KNOWLEDGE_BASES'],
    },
    {
      off: knowledge !== undefined && !knowledge.service.retrieval,
      what: 'questions to knowledge bases: /knowledge ask, /knowledge gaps',
      commands: ['knowledge ask', 'knowledge gaps'],
      settings: ['KNOWLEDGE_RETRIEVAL=on'],
    },
  ]
    .filter(({ off }) => off)
    .map(({ what, commands, settings }) => ({ what, commands, settings }));
}
