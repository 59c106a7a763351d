/** What each series of conversation models can do, with its defaults: the tables of document 2 B as data. */
export interface ConversationModel {
  readonly name: string;
  readonly defaultVoice: string;
  /** Suggestions. The service decides (field notes 3). */
  readonly voices: readonly string[];
  readonly semanticDetection: boolean;
  readonly search: boolean;
  readonly smoothOutput: boolean;
  /** Whether sampling can be changed, and the service's defaults. */
  readonly tunable: boolean;
  readonly defaults: {
    readonly temperature: number;
    readonly topP: number;
    readonly topK: number;
    readonly repetitionPenalty: number;
    readonly presencePenalty: number;
  };
}

const flash = {
  name: 'xq3-omni-flash-realtime',
  defaultVoice: 'Cherry',
  voices: [
    'Cherry',
    'Ethan',
    'Nofish',
    'Jennifer',
    'Ryan',
    'Katerina',
    'Elias',
    'Jada',
    'Dylan',
    'Sunny',
    'Li',
    'Marcus',
    'Roy',
    'Peter',
    'Rocky',
    'Kiki',
    'Eric',
  ],
  semanticDetection: false,
  search: false,
  smoothOutput: true,
  tunable: true,
  defaults: { temperature: 0.9, topP: 1, topK: 50, repetitionPenalty: 1.05, presencePenalty: 0 },
} as const satisfies ConversationModel;

const turbo = {
  name: 'xq-omni-turbo-realtime',
  defaultVoice: 'Chelsie',
  voices: ['Cherry', 'Serena', 'Ethan', 'Chelsie'],
  semanticDetection: false,
  search: false,
  smoothOutput: false,
  tunable: false,
  defaults: { temperature: 1, topP: 0.01, topK: 20, repetitionPenalty: 1.05, presencePenalty: 0 },
} as const satisfies ConversationModel;

const newest = {
  name: 'xq3.5-omni-realtime',
  defaultVoice: 'Tina',
  voices: [
    'Tina',
    'Cindy',
    'Raymond',
    'Ethan',
    'Serena',
    'Harvey',
    'Maia',
    'Evan',
    'Momo',
    'Mia',
    'Katerina',
    'Ryan',
    'Jennifer',
    'Aiden',
    'Dylan',
    'Eric',
    'Peter',
    'Marcus',
    'Li',
    'Kiki',
    'Rocky',
    'Sohee',
  ],
  semanticDetection: true,
  search: true,
  smoothOutput: false,
  tunable: true,
  defaults: { temperature: 0.7, topP: 0.8, topK: 20, repetitionPenalty: 1, presencePenalty: 1.5 },
} as const satisfies ConversationModel;

/** The newest first, because it's the default. */
export const conversationModels = [newest, flash, turbo] as const;
export type ConversationModelName = (typeof conversationModels)[number]['name'];
export const conversationModelNames = conversationModels.map(({ name }) => name);

export function conversationModel(name: ConversationModelName): ConversationModel {
  const model = conversationModels.find((each) => each.name === name);
  if (!model) throw new RangeError(`no conversation model is called ${name}`);
  return model;
}

/** The built-in recognition model of both realtime interfaces. It can't be changed. */
export const recognitionModel = 'xq3-asr-flash-realtime';

/** Document 2 C. */
export const translationModel = {
  name: 'xq3-livetranslate-flash-realtime',
  defaultVoice: 'Cherry',
} as const;
