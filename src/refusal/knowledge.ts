/** Reasons why the knowledge base cannot be searched. */
export type KnowledgeRefusal =
  | { readonly code: 'knowledge-not-configured' }
  | { readonly code: 'knowledge-not-allowed' }
  /** Others hear the answer, and not all of them may read there. */
  | { readonly code: 'knowledge-not-for-room' }
  /** There is no such base, or this server has none of that name; which of the two, nobody is told. */
  | { readonly code: 'knowledge-base-unknown' }
  /** Contents cannot be searched here. */
  | { readonly code: 'knowledge-no-contents' }
  /** Too many wait for a turn at the service. */
  | { readonly code: 'knowledge-busy' }
  | { readonly code: 'knowledge-question-empty' }
  | { readonly code: 'knowledge-document-gone' }
  | { readonly code: 'knowledge-shared-already' }
  | { readonly code: 'knowledge-grant-unknown' }
  | { readonly code: 'knowledge-grants-full'; readonly limit: number }
  | { readonly code: 'knowledge-export-too-large'; readonly limitMegabytes: number };
