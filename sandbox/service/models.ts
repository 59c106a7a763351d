/** Where the hosted service stands (document 1, "Regions"). */
export const regions = ['singapore', 'virginia', 'frankfurt', 'beijing'] as const;
export type Region = (typeof regions)[number];

/** The three request kinds of document 1. */
export type RequestKind = 'new-text' | 'legacy-text' | 'reference';

/** Document 1, "Endpoint availability by request kind". */
export const servedIn: Readonly<Record<RequestKind, readonly Region[]>> = {
  'new-text': ['beijing', 'singapore'],
  'legacy-text': ['beijing', 'singapore', 'virginia', 'frankfurt'],
  reference: ['singapore', 'virginia', 'frankfurt', 'beijing'],
};

export interface ModelFacts {
  /** The name of the document; a deployment may spell it differently on the wire. */
  readonly name: string;
  readonly kind: RequestKind;
  /** Longer text is cut to so many code points. */
  readonly promptCharacters: number;
  readonly negativePromptCharacters: number;
  /** Makes sound unless told otherwise. */
  readonly sound: boolean;
}

/** What this stand-in serves so far: document 1, section A. */
const models: readonly ModelFacts[] = [
  {
    name: 'gen2.7-t2v',
    kind: 'new-text',
    promptCharacters: 5_000,
    negativePromptCharacters: 500,
    sound: true,
  },
];

/** Model names as a deployment spells them. */
export class ModelNames {
  readonly #byWireName = new Map<string, ModelFacts>();
  readonly #wireNames = new Map<string, string>();

  constructor(spelling: Readonly<Record<string, string>>) {
    for (const model of models) {
      const wireName = spelling[model.name] ?? model.name;
      this.#byWireName.set(wireName, model);
      this.#wireNames.set(model.name, wireName);
    }
  }

  find(wireName: string): ModelFacts | undefined {
    return this.#byWireName.get(wireName);
  }

  wireNameOf(model: ModelFacts): string {
    return this.#wireNames.get(model.name) ?? model.name;
  }

  get wireNames(): readonly string[] {
    return [...this.#byWireName.keys()];
  }
}
