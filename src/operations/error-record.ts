const maxMessageCharacters = 500;
const maxCauses = 3;

/** Identity of an error, by the names that our and Discord's error types use. Payloads are not among them. */
const identity = [
  'code',
  'status',
  'method',
  'fault',
  'reason',
  'requestId',
  'discordCode',
  'nothingHappened',
];

/**
 * An error as it may stand in a log: identity, message, stack and causes, and nothing else. Errors of HTTP clients
 * carry whole request bodies (what people wrote) and addresses with interaction tokens.
 */
export function errorRecord(error: unknown, causes = maxCauses): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: cut(String(error)) };
  const record: Record<string, unknown> = {
    type: error.name,
    message: cut(error.message),
    stack: error.stack,
  };
  const fields = new Map<string, unknown>(Object.entries(error));
  for (const name of identity) {
    const value = fields.get(name);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      record[name] = value;
    }
  }
  const url = fields.get('url');
  if (typeof url === 'string') record.url = withoutTokens(url);
  const providerMessage = fields.get('providerMessage');
  if (typeof providerMessage === 'string') record.providerMessage = cut(providerMessage);
  if (error.cause !== undefined && causes > 0) record.cause = errorRecord(error.cause, causes - 1);
  return record;
}

/** Discord puts the token of an interaction or a webhook into the path. */
function withoutTokens(url: string): string {
  return url.replace(/\/(interactions|webhooks)\/(\d+)\/[^/?]+/g, '/$1/$2/[redacted]').replace(/\?.*$/s, '');
}

function cut(text: string): string {
  return text.length > maxMessageCharacters ? `${text.slice(0, maxMessageCharacters)}…` : text;
}
