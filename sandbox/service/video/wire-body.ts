import { z } from 'zod';
import { invalidParameter } from '../refusal.ts';
import { field } from './fields.ts';

interface Looked<I, P> {
  readonly input: I;
  readonly parameters: P;
  /** Names that this protocol does not know: tolerated, without effect. */
  readonly ignoredFields: readonly string[];
}

const envelope = z.looseObject({
  model: field.model,
  input: z.record(z.string(), z.unknown(), 'must be an object'),
  parameters: z.record(z.string(), z.unknown(), 'must be an object').default({}),
});

/**
 * Reads the body of a creation by the fields of its protocol. Throws `InvalidParameter` whose message begins with the
 * name of the first field that breaks a rule.
 */
export function readBody<I extends z.ZodObject, P extends z.ZodObject>(
  body: unknown,
  inputFields: I,
  parameterFields: P,
): Looked<z.output<I>, z.output<P>> {
  const whole = take(envelope, body, []);
  return {
    input: take(inputFields, whole.input, ['input']),
    parameters: take(parameterFields, whole.parameters, ['parameters']),
    ignoredFields: [
      ...unknownNames(whole, envelope, ''),
      ...unknownNames(whole.input, inputFields, 'input.'),
      ...unknownNames(whole.parameters, parameterFields, 'parameters.'),
    ],
  };
}

function take<S extends z.ZodType>(schema: S, value: unknown, path: readonly string[]): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = [...path, ...(issue?.path ?? [])].join('.') || 'body';
  throw invalidParameter(`${name} ${issue?.message ?? 'is invalid'}.`);
}

function unknownNames(record: Record<string, unknown>, { shape }: z.ZodObject, prefix: string): string[] {
  return Object.keys(record)
    .filter((name) => !Object.hasOwn(shape, name))
    .map((name) => prefix + name);
}
