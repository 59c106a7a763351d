/** Why something can't be done with an interpreter, besides the refusals of every call. */
export type InterpreterRefusal =
  /** No language has that name; `nearest` are the codes of similar ones. */
  | {
      readonly code: 'interpreter-language-unknown';
      readonly name: string;
      readonly nearest: readonly string[];
    }
  /** Some people see the text channel but not this voice channel. */
  | { readonly code: 'interpreter-captions-exposed'; readonly channelId: string }
  | { readonly code: 'interpreter-too-few-languages' }
  | { readonly code: 'interpreter-too-many-languages'; readonly limit: number }
  /** Neither a voice nor captions, so nobody would get anything. */
  | { readonly code: 'interpreter-nothing-to-do' }
  | { readonly code: 'interpreter-term-invalid'; readonly limit: number }
  | { readonly code: 'interpreter-term-unknown'; readonly term: string }
  | { readonly code: 'interpreter-glossary-full'; readonly limit: number };
