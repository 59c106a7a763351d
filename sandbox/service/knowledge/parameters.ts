import { z } from 'zod';
import { documentStatuses } from './document.ts';
import { invalidKnowledge } from './knowledge-refusal.ts';

/** A whole number as written in a query. */
function whole(least: number, most: number) {
  const rule = `must be an integer between ${least} and ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .pipe(z.number().min(least, rule).max(most, rule));
}

const longestQuery = 2_000;

/** Document 3, "Parameters". Names that it does not know have no effect. */
export const listParameters = z.object({
  IndexId: z.string().min(1, 'must not be empty').optional(),
  DocumentStatus: z.enum(documentStatuses, `must be one of ${documentStatuses.join(', ')}`).optional(),
  DocumentName: z.string().optional(),
  EnableNameLike: z.enum(['true', 'false'], 'must be true or false').default('false'),
  PageNumber: whole(1, 1_000_000).default(1),
  PageSize: whole(1, 10).default(10),
});
export type ListParameters = z.output<typeof listParameters>;

const score = 'must be a number between 0.01 and 1';

/** Field notes 6, "Sibling operation". */
export const retrieveParameters = z.object({
  IndexId: z.string('must be given').min(1, 'must not be empty'),
  Query: z.string('must be given').trim().min(1, 'must not be empty').max(longestQuery, 'is too long'),
  RerankTopN: whole(1, 20).default(5),
  RerankMinScore: z
    .string()
    .regex(/^\d(\.\d+)?$/, score)
    .transform(Number)
    .pipe(z.number().min(0.01, score).max(1, score))
    .default(0.01),
});

/** @throws {KnowledgeRefusal} `InvalidParameter`, naming the first parameter that breaks a rule */
export function readParameters<Schema extends z.ZodType>(
  schema: Schema,
  query: readonly (readonly [string, string])[],
  odd: (name: string) => void = () => undefined,
): z.output<Schema> {
  const names = query.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw invalidKnowledge(`${twice} is given twice.`);
  const parsed = schema.safeParse(Object.fromEntries(query));
  if (parsed.success) {
    for (const name of names) if (!Object.hasOwn(parsed.data as object, name)) odd(name);
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  throw invalidKnowledge(`${issue?.path.join('.') ?? 'A parameter'} ${issue?.message ?? 'is invalid'}.`);
}
