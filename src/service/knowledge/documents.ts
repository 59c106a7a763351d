import type { KnowledgeDocument, Passage } from './client.ts';
import { wireDocument, wirePassage } from './wire.ts';

/** An entry without an id doesn't count; the others on its page still do. */
export function documentOf(entry: unknown): KnowledgeDocument[] {
  const parsed = wireDocument.safeParse(entry);
  if (!parsed.success) return [];
  const wire = parsed.data;
  return [
    {
      id: wire.Id,
      name: wire.Name ?? wire.Id,
      status: wire.Status ?? 'UNKNOWN',
      type: wire.DocumentType,
      sizeBytes: wire.Size,
      importedAt: wire.GmtModified,
      categoryId: wire.SourceId,
      code: wire.Code,
      message: wire.Message,
      chunkMode: wire.ChunkMode,
      chunkSize: wire.ChunkSize,
      overlapSize: wire.OverlapSize,
      separator: wire.separator,
      enableHeaders: wire.EnableHeaders,
    },
  ];
}

/** A passage without text doesn't count. Scores are clamped to 0 to 1. */
export function passageOf(entry: unknown): Passage[] {
  const parsed = wirePassage.safeParse(entry);
  if (!parsed.success || parsed.data.Text.trim() === '') return [];
  const { Text: text, Score: score = 0, Metadata: metadata = {} } = parsed.data;
  return [{ text, score: Math.min(1, score), metadata }];
}
