/** What each part's settings are read with, besides their values. */
export interface Reading {
  readonly readFile: (path: string) => string;
  /** What's wrong beyond single values, one plain sentence each that begins with the variable. */
  readonly problems: string[];
  /** Variables with a wrong value: don't judge what stands in their place. */
  readonly faulty: ReadonlySet<string>;
}
