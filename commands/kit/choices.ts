/** Values that stand for themselves; where a language has words for them, those are shown. */
export function choicesOf<Value extends string | number>(values: readonly Value[]) {
  return values.map((value) => ({ value, label: String(value) }));
}
