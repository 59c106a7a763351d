import { z } from 'zod';
import { documentUrlPattern } from './document-address.ts';

const id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and hyphens');
const wireId = z.string().regex(/^[\w-]{1,64}$/, 'must be letters, digits and hyphens');
const guild = z.string().regex(/^\d{17,20}$/, 'must be a Discord id: 17 to 20 digits');

/** Who may search a base before its moderators decide. Moderators always may. */
const openings = ['everyone', 'moderators'] as const;

const baseListing = z.strictObject({
  id,
  /** The name that people see. */
  name: z.string().trim().min(1).max(80),
  /** Document 3, `IndexId`. */
  indexId: wireId,
  /** Document 3, `WorkspaceId`. */
  workspaceId: wireId,
  /** The servers that may use it, and no others. */
  guilds: z.union([z.literal('all'), z.array(guild)], 'must be "all" or a list of server ids'),
  open: z.enum(openings).default('everyone'),
  /** Where its documents can be read; `KNOWLEDGE_DOCUMENT_URL` when absent. */
  documentUrl: documentUrlPattern.optional(),
});

/** A knowledge base from the bot owner's list. */
export type KnowledgeBase = z.output<typeof baseListing>;

/** The file that `KNOWLEDGE_BASES` names. */
export const baseFileSchema: z.ZodType<{ readonly bases: readonly KnowledgeBase[] }> = z
  .strictObject({ bases: z.array(baseListing).min(1).max(100) })
  .superRefine(({ bases }, context) => {
    for (const [index, base] of bases.entries()) {
      const first = bases.findIndex((other) => other.id === base.id);
      if (first < index)
        context.addIssue({ code: 'custom', path: ['bases', index, 'id'], message: 'is listed twice' });
    }
  });
