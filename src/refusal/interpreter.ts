/** Reasons why something can't be done with an interpreter, beyond those of every call. */
export type InterpreterRefusal =
  /** No language by that name can be interpreted; `nearest` are codes of those that read like it. */
  | {
      readonly code: 'interpreter-language-unknown';
      readonly name: string;
      readonly nearest: readonly string[];
    }
  /** People see the text channel who don't see this voice channel. */
  | { readonly code: 'interpreter-captions-exposed'; readonly channelId: string }
  | { readonly code: 'interpreter-too-few-languages' }
  | { readonly code: 'interpreter-too-many-languages'; readonly limit: number }
  /** Neither a voice nor captions: nobody would get anything. */
  | { readonly code: 'interpreter-nothing-to-do' }
  | { readonly code: 'interpreter-term-invalid'; readonly limit: number }
  | { readonly code: 'interpreter-term-unknown'; readonly term: string }
  | { readonly code: 'interpreter-glossary-full'; readonly limit: number };
