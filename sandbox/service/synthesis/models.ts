/** Document 2 A: what a model has of the parameters that not every model has. */
export interface SynthesisModelFacts {
  readonly name: string;
  /** `tts-v3.5-*` have none. */
  readonly systemVoices: boolean;
  readonly clonedWordTimestamps: boolean;
  readonly clonedInstructions: boolean;
  readonly aigcTag: boolean;
  /** `hot_fix` and `enable_markdown_filter`, of cloned voices. */
  readonly textRepair: boolean;
}

const v35 = {
  systemVoices: false,
  clonedWordTimestamps: false,
  clonedInstructions: true,
  aigcTag: false,
  textRepair: false,
} as const;

export const synthesisModels: readonly SynthesisModelFacts[] = [
  { name: 'tts-v3.5-flash', ...v35 },
  { name: 'tts-v3.5-plus', ...v35 },
  {
    name: 'tts-v3-flash',
    systemVoices: true,
    clonedWordTimestamps: true,
    clonedInstructions: true,
    aigcTag: true,
    textRepair: true,
  },
  {
    name: 'tts-v3-plus',
    systemVoices: true,
    clonedWordTimestamps: true,
    clonedInstructions: false,
    aigcTag: true,
    textRepair: false,
  },
  {
    name: 'tts-v2',
    systemVoices: true,
    clonedWordTimestamps: true,
    clonedInstructions: false,
    aigcTag: true,
    textRepair: false,
  },
];

/** Finds a model by the name that this deployment gives it. */
export function findSynthesisModel(
  wireName: string,
  spelling: Readonly<Record<string, string>>,
): SynthesisModelFacts | undefined {
  return synthesisModels.find(({ name }) => (spelling[name] ?? name) === wireName);
}
