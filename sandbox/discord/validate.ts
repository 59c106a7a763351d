import type { ZodMiniType } from 'zod/mini';
import type { $ZodIssue } from 'zod/v4/core';
import { type FieldError, type FieldPath, FormErrors } from './errors.ts';
import { isObject } from './json.ts';
import { type SpecException, specExceptions } from './spec-exceptions.ts';
import { lengthOf } from './text-length.ts';

/**
 * Checks a request body against Discord's published specification. Throws 50035 with nested errors. A field that the
 * specification doesn't know is ignored, as Discord ignores it, and told to `odd` by its path.
 */
export function checkBody(
  schema: ZodMiniType<unknown>,
  body: unknown,
  odd: (field: FieldPath) => void = () => undefined,
): void {
  const prepared = prepare(body);
  const errors = new FormErrors();
  const right = schema.safeParse(prepared, untilWrong);
  const parsed = right.success ? right : schema.safeParse(prepared);
  if (!parsed.success) {
    const check: Check = { body: prepared, schema, errors };
    const known = parsed.error.issues.map((issue) => addIssue(check, issue, []));
    if (!errors.any && !known.every(Boolean)) errors.add([], 'BASE_TYPE_INVALID', 'This body is not valid.');
  } else {
    compare(prepared, parsed.data, [], { errors, odd });
  }
  errors.throwIfAny();
}

/**
 * Most bodies are right, and of the branches of a union all but one are wrong: an object that is left at its first fault takes a third of
 * the time. Of a wrong body every fault is to be told, so it's read once more. Zod itself says so when it only has to say yes or no.
 */
const untilWrong = { reportInput: false, abortEarly: true };

/** As the schemas take it. */
function prepare(body: unknown): unknown {
  const copy = inUtc(body);
  for (const exception of specExceptions) apply(copy, exception.path, exception);
  return copy;
}

const withOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?[+-]\d\d:?\d\d$/;

/** ISO 8601 with an offset, as Discord itself writes times, becomes the form that the schemas take. */
function inUtc(value: unknown): unknown {
  if (typeof value === 'string') {
    const at = withOffset.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(at) ? value : new Date(at).toISOString();
  }
  if (Array.isArray(value)) return value.map(inUtc);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inUtc(inner)]));
}

function apply(node: unknown, path: readonly string[], exception: SpecException): void {
  const [head, ...rest] = path;
  if (head === undefined || typeof node !== 'object' || node === null) return;
  const holder = node as Record<string, unknown>;
  if (head === '**') {
    apply(node, rest, exception);
    for (const inner of Object.values(holder)) apply(inner, path, exception);
    return;
  }
  const keys = head === '*' ? Object.keys(holder) : Object.hasOwn(holder, head) ? [head] : [];
  for (const key of keys) {
    if (rest.length > 0) apply(holder[key], rest, exception);
    else tolerate(holder, key, exception.kind);
  }
}

function tolerate(holder: Record<string, unknown>, key: string, kind: SpecException['kind']): void {
  const value = holder[key];
  const dropped =
    kind === 'field' ||
    (kind === 'false' && value === false) ||
    (kind === 'switch' && typeof value === 'boolean');
  if (dropped) delete holder[key];
  else if (kind === 'kept') keepId(holder, key);
  else if (kind === 'digits' && typeof value === 'string' && /^\d{1,20}$/.test(value))
    holder[key] = Number(value);
  else if (kind === 'number' && typeof value === 'number' && Number.isSafeInteger(value))
    holder[key] = String(value);
}

function keepId(holder: Record<string, unknown>, key: string): void {
  const value = holder[key];
  if (isObject(value) && typeof value.id === 'string' && value.id.length > 15) holder[key] = { id: value.id };
}

interface Findings {
  readonly errors: FormErrors;
  readonly odd: (field: FieldPath) => void;
}

/** The generated schemas drop what they don't know, so what was parsed is compared with what came in. */
function compare(input: unknown, output: unknown, path: FieldPath, found: Findings): void {
  if (Array.isArray(input) && Array.isArray(output)) {
    for (const [index, item] of input.entries()) compare(item, output[index], [...path, index], found);
  } else if (isObject(input) && isObject(output)) {
    for (const [key, value] of Object.entries(input)) {
      if (Object.hasOwn(output, key)) compare(value, output[key], [...path, key], found);
      else found.odd([...path, key]);
    }
  } else if (!Object.is(input, output)) {
    found.errors.add(path, 'BASE_TYPE_INVALID', 'This value is not what the specification allows.');
  }
}

interface Check {
  readonly body: unknown;
  readonly schema: ZodMiniType<unknown>;
  readonly errors: FormErrors;
}

/** Adds what an issue means to Discord, which can be nothing. True if that's known. */
function addIssue(check: Check, issue: $ZodIssue, base: FieldPath): boolean {
  const { errors, body } = check;
  const path = [...base, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
  if (issue.code === 'invalid_union') {
    const branch = nearest(issue.errors);
    if (branch) return branch.map((inner) => addIssue(check, inner, path)).every(Boolean);
    errors.add(
      path,
      'UNION_TYPE_CHOICES',
      `Value of field "type" must be one of (${choicesOf(issue.errors)}).`,
    );
    return true;
  }
  const value = valueAt(body, path);
  // The schemas count UTF-16 units.
  const fits = issue.code === 'too_big' && typeof value === 'string' && lengthOf(value) <= issue.maximum;
  if (fits) return true;
  const { code, message } = boundsOf(check, issue, path) ?? words(issue, value);
  errors.add(path, code, message);
  return true;
}

/** Reports both limits if a length has a minimum and a maximum. */
function boundsOf(check: Check, issue: $ZodIssue, path: FieldPath): FieldError | undefined {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined;
  const isText = issue.origin === 'string';
  if ((!isText && issue.origin !== 'array') || (issue.code === 'too_small' && isText)) return undefined;
  const far = issue.code === 'too_big' ? [] : Array.from({ length: 1_000 }, () => null);
  const body = structuredClone(check.body);
  putAt(body, path, isText ? '' : far);
  const other = flat(check.schema.safeParse(body).error?.issues ?? []).find(
    (candidate) =>
      candidate.issue.code === (issue.code === 'too_big' ? 'too_small' : 'too_big') &&
      candidate.path.join('.') === path.join('.'),
  )?.issue;
  const least = other?.code === 'too_small' ? other.minimum : issue.code === 'too_small' && issue.minimum;
  const most = other?.code === 'too_big' ? other.maximum : issue.code === 'too_big' && issue.maximum;
  if (!least || !most) return undefined;
  return { code: 'BASE_TYPE_BAD_LENGTH', message: `Must be between ${least} and ${most} in length.` };
}

interface PlacedIssue {
  readonly issue: $ZodIssue;
  readonly path: FieldPath;
}

/** All issues, those inside unions included. */
function flat(issues: readonly $ZodIssue[], base: FieldPath = []): readonly PlacedIssue[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path.map(String)];
    const inner = issue.code === 'invalid_union' ? issue.errors.flatMap((branch) => flat(branch, path)) : [];
    return [{ issue, path }, ...inner];
  });
}

function putAt(body: unknown, path: FieldPath, value: unknown): void {
  const holder = valueAt(body, path.slice(0, -1));
  const key = path.at(-1);
  if (typeof holder === 'object' && holder !== null && key !== undefined)
    (holder as Record<string | number, unknown>)[key] = value;
}

/** The branch of a union that was meant, by its `type`; undefined if none fits. */
function nearest(branches: readonly (readonly $ZodIssue[])[]): readonly $ZodIssue[] | undefined {
  const fitting = branches.filter(
    (issues) =>
      !issues.some((issue) => issue.path[0] === 'type' && issue.path.length === 1) &&
      !issues.some((issue) => issue.path.length === 0 && isNothing(issue)),
  );
  return fitting.toSorted((one, other) => one.length - other.length)[0];
}

/** The branch of a union that stands for a field left out. */
function isNothing(issue: $ZodIssue): boolean {
  return issue.code === 'invalid_type' && (issue.expected === 'undefined' || issue.expected === 'null');
}

function choicesOf(branches: readonly (readonly $ZodIssue[])[]): string {
  const values = branches.flatMap((issues) =>
    issues.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values.map(String) : [])),
  );
  return [...new Set(values)].join(', ');
}

function words(issue: $ZodIssue, value: unknown): { readonly code: string; readonly message: string } {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_value') {
    if (value === undefined || value === null)
      return { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
  }
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? { code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${issue.maximum} or fewer in length.` }
        : { code: 'NUMBER_TYPE_MAX', message: `int value should be less than or equal to ${issue.maximum}.` };
    case 'too_small':
      if (issue.origin === 'string' && value === '')
        return { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
      return issue.origin === 'string' || issue.origin === 'array'
        ? { code: 'BASE_TYPE_MIN_LENGTH', message: `Must be ${issue.minimum} or more in length.` }
        : {
            code: 'NUMBER_TYPE_MIN',
            message: `int value should be greater than or equal to ${issue.minimum}.`,
          };
    case 'invalid_value':
      return {
        code: 'BASE_TYPE_CHOICES',
        message: `Value must be one of (${issue.values.map(String).join(', ')}).`,
      };
    case 'invalid_format':
      return formatWords(issue, value);
    case 'invalid_type':
      return typeWords(issue.expected, value);
    default:
      return { code: 'BASE_TYPE_INVALID', message: 'This value is not valid.' };
  }
}

/** The pattern by which the specification knows an id. */
const ofIds = String(/^(0|[1-9][0-9]*)$/);

function formatWords(
  { format, pattern }: { readonly format: string; readonly pattern?: string | undefined },
  value: unknown,
): { readonly code: string; readonly message: string } {
  if (format === 'url') return { code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' };
  if (format === 'datetime')
    return { code: 'DATE_TIME_TYPE_PARSE', message: `Could not parse ${String(value)}. Should be ISO8601.` };
  if (format === 'regex' && pattern !== ofIds)
    return { code: 'STRING_TYPE_REGEX', message: 'String value did not match validation regex.' };
  return { code: 'NUMBER_TYPE_COERCE', message: `Value "${String(value)}" is not snowflake.` };
}

function typeWords(expected: string, value: unknown): { readonly code: string; readonly message: string } {
  if (expected === 'string')
    return { code: 'STRING_TYPE_CONVERT', message: `Could not interpret "${String(value)}" as string.` };
  if (expected === 'array')
    return { code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' };
  if (expected === 'object')
    return { code: 'MODEL_TYPE_CONVERT', message: 'Only dictionaries may be used in a ModelType' };
  if (expected === 'boolean')
    return { code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' };
  return { code: 'NUMBER_TYPE_COERCE', message: `Value "${String(value)}" is not ${expected}.` };
}

function valueAt(body: unknown, path: FieldPath): unknown {
  let node = body;
  for (const key of path) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = (node as Record<string | number, unknown>)[key];
  }
  return node;
}

/** Takes a field out of a body, in place. */
export function removeAt(body: unknown, path: FieldPath): void {
  const holder = valueAt(body, path.slice(0, -1));
  if (isObject(holder)) delete (holder as Record<string, unknown>)[String(path.at(-1))];
}
