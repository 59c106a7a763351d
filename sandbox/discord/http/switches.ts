/** Whether a parameter behind the question mark is on: clients write `true`, `True` or `1`. */
export function isOn(query: URLSearchParams, name: string): boolean {
  return /^(?:true|1)$/i.test(query.get(name) ?? '');
}
