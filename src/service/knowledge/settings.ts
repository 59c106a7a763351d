/** How calls are signed. Document 3 leaves it open, so it's configurable (field notes 6). */
export type KnowledgeSigning =
  | {
      readonly scheme: 'acs3';
      readonly accessKeyId: string;
      readonly accessKeySecret: string;
      /** For temporary credentials. */
      readonly securityToken?: string;
    }
  | { readonly scheme: 'bearer'; readonly token: string }
  | { readonly scheme: 'none' };

/** The `knowledge` group of the configuration. */
export interface KnowledgeSettings {
  /** Base address from document 3; the workspace id is appended. */
  readonly baseUrl: string;
  /** Workspace for calls that don't name one. */
  readonly workspaceId?: string;
  /** Knowledge base for calls that don't name one. */
  readonly indexId?: string;
  readonly signing: KnowledgeSigning;
  /** Whether the sibling operation for searching contents exists (field notes 6). Default: no. */
  readonly retrieval?: boolean;
  /** The deployment's names in the signed headers. */
  readonly version?: string | undefined;
  readonly listAction?: string | undefined;
  readonly retrieveAction?: string | undefined;
}
