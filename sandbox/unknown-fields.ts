/** The paths of what came in and was dropped while it was read, because no document names it. */
export function unknownFields(came: unknown, read: unknown, path: readonly string[] = []): readonly string[] {
  if (Array.isArray(came) && Array.isArray(read))
    return came.flatMap((item, at) => unknownFields(item, read[at], [...path, String(at)]));
  if (!isRecord(came) || !isRecord(read)) return [];
  return Object.entries(came).flatMap(([name, value]) => {
    const at = [...path, name];
    return Object.hasOwn(read, name) ? unknownFields(value, read[name], at) : [at.join('.')];
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
