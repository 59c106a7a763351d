/** What the settings of a part are made with, beside their values. */
export interface Reading {
  readonly readFile: (path: string) => string;
  /** What is wrong beyond a single value, one plain sentence each that begins with the variable. */
  readonly problems: string[];
  /** Variables whose value is wrong: what stands in their place says nothing. */
  readonly faulty: ReadonlySet<string>;
}
