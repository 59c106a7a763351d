import type { FieldPath, FormErrors } from '../errors.ts';

/** Where the links and pictures of an embed may lead. */
export const webSchemes = ['http', 'https'] as const;

/** Where a link button may lead. */
export const linkSchemes = [...webSchemes, 'discord'] as const;

export function checkScheme(
  url: string | null | undefined,
  path: FieldPath,
  allowed: readonly string[],
  errors: FormErrors,
): void {
  const scheme = url?.split(':', 1)[0]?.toLowerCase();
  if (scheme === undefined || allowed.includes(scheme)) return;
  const list = allowed.map((one) => `'${one}'`).join(', ');
  const message = `Scheme "${scheme}" is not supported. Scheme must be one of (${list}).`;
  errors.add(path, 'URL_TYPE_INVALID_SCHEME', message);
}
