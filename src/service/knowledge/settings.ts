/** How calls are signed; document 3 leaves it open, so it is a strategy (field notes 6). */
export type KnowledgeSigning =
  | {
      readonly scheme: 'acs3';
      readonly accessKeyId: string;
      readonly accessKeySecret: string;
      /** Of temporary credentials. */
      readonly securityToken?: string;
    }
  | { readonly scheme: 'bearer'; readonly token: string }
  | { readonly scheme: 'none' };

/** The `knowledge` group of the configuration. */
export interface KnowledgeSettings {
  /** Base address of document 3; the workspace id is appended to it. */
  readonly baseUrl: string;
  readonly workspaceId: string;
  /** Knowledge base of calls that name none. */
  readonly indexId?: string;
  readonly signing: KnowledgeSigning;
  /** Is the sibling operation for searching contents there (field notes 6)? Default: no. */
  readonly retrieval?: boolean;
  /** As the deployment calls them in the signed headers. */
  readonly version?: string;
  readonly listAction?: string;
  readonly retrieveAction?: string;
  /** Of a listing. */
  readonly timeoutMs?: number;
  readonly retrieveTimeoutMs?: number;
  readonly retrievesPerSecond?: number;
}

export const knowledgeDefaults = {
  version: '2023-12-29',
  listAction: 'ListIndexFileDetails',
  retrieveAction: 'Retrieve',
  timeoutMs: 20_000,
  retrieveTimeoutMs: 60_000,
  retrievesPerSecond: 1,
} as const;
