/** One sentence for each code of a family of refusals. */
export type RefusalSentences<Facts extends { readonly code: string }> = {
  readonly [Code in Facts['code']]: (facts: Extract<Facts, { readonly code: Code }>) => string;
};
