/** Reasons why the knowledge base cannot be searched. */
export type KnowledgeRefusal =
  | { readonly code: 'knowledge-not-configured' }
  | { readonly code: 'knowledge-not-allowed' };
