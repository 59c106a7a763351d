/** How a caller shows who it is; the document leaves it open (field notes 6). */
export const authentications = ['acs3', 'bearer', 'none'] as const;
export type KnowledgeAuthentication = (typeof authentications)[number];

/** Operations as the account's policies name them (document 3, "Authentication"; the second by analogy). */
export const policyActions = ['sfm:ListIndexFiles', 'sfm:Retrieve'] as const;
export type PolicyAction = (typeof policyActions)[number];

/** Where answers depart from the document (field notes 6). */
export interface KnowledgeQuirks {
  /** `Status` is a number. */
  readonly numericStatus: boolean;
  /** `Code` and `Message` are filled although the call succeeded. */
  readonly codeOnSuccess: boolean;
  /** Numbers and booleans where strings are documented, and texts for the sizes and times of documents. */
  readonly looseTypes: boolean;
  /** `Metadata` of a passage is JSON text. */
  readonly metadataAsText: boolean;
  /** A failure is answered with HTTP 200. */
  readonly failuresAsOk: boolean;
}

export interface KnowledgeSettings {
  readonly authentication: KnowledgeAuthentication;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  /** When set, the calls must carry it. */
  readonly securityToken: string | undefined;
  /** What the account's policies do not grant. */
  readonly denied: readonly PolicyAction[];
  readonly quirks: KnowledgeQuirks;
  /** How long an import takes. */
  readonly importMs: number;
  /** A document arrives every so many milliseconds; 0: none. */
  readonly arrivalEveryMs: number;
  /** How many documents arrive after each page that was listed. */
  readonly arrivalsPerList: number;
  /** Field notes 6. */
  readonly retrievesPerSecond: number;
}

export type KnowledgeSettingChanges = Partial<Omit<KnowledgeSettings, 'quirks'>> & {
  readonly quirks?: Partial<KnowledgeQuirks>;
};

export interface KnowledgeOptions extends KnowledgeSettingChanges {
  /** Of the large knowledge base; 10,000 when absent. */
  readonly documents?: number;
  /** The same seed gives the same documents. */
  readonly seed?: number;
}

export const defaultKnowledge = {
  authentication: 'acs3',
  securityToken: undefined,
  denied: [],
  quirks: {
    numericStatus: false,
    codeOnSuccess: false,
    looseTypes: false,
    metadataAsText: false,
    failuresAsOk: false,
  },
  importMs: 20_000,
  arrivalEveryMs: 0,
  arrivalsPerList: 0,
  retrievesPerSecond: 1,
} as const satisfies Omit<KnowledgeSettings, 'accessKeyId' | 'accessKeySecret'>;

export function changedKnowledge(
  settings: KnowledgeSettings,
  { quirks, ...changes }: KnowledgeSettingChanges,
): KnowledgeSettings {
  return { ...settings, ...changes, quirks: { ...settings.quirks, ...quirks } };
}
