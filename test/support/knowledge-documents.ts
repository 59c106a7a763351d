import type { KnowledgeDocument } from '../../src/service/knowledge/client.ts';

const nothing: KnowledgeDocument = {
  id: 'd1',
  name: 'Rules.md',
  status: 'FINISH',
  type: 'md',
  sizeBytes: 2_048,
  importedAt: 1_760_000_000_000,
  categoryId: undefined,
  code: undefined,
  message: undefined,
  chunkMode: undefined,
  chunkSize: undefined,
  overlapSize: undefined,
  separator: undefined,
  enableHeaders: undefined,
};

export function documentWith(facts: Partial<KnowledgeDocument> = {}): KnowledgeDocument {
  return { ...nothing, ...facts };
}
