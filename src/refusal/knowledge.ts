/** Why the knowledge base can't be searched. */
export type KnowledgeRefusal =
  | { readonly code: 'knowledge-not-configured' }
  | { readonly code: 'knowledge-not-allowed' }
  /** Others hear the answer, and not all of them may read these documents. */
  | { readonly code: 'knowledge-not-for-room' }
  /** No base has that name, or it isn't this server's. Nobody is told which of the two. */
  | { readonly code: 'knowledge-base-unknown' }
  /** Contents can't be searched here. */
  | { readonly code: 'knowledge-no-contents' }
  /** Too many people are waiting for the service. */
  | { readonly code: 'knowledge-busy' }
  | { readonly code: 'knowledge-question-empty' }
  | { readonly code: 'knowledge-document-gone' }
  | { readonly code: 'knowledge-shared-already' }
  | { readonly code: 'knowledge-grant-unknown' }
  | { readonly code: 'knowledge-grants-full'; readonly limit: number }
  | { readonly code: 'knowledge-export-too-large'; readonly limitMegabytes: number };
