/** Why a file or an address can't be used. */
export type MediaRefusal =
  | { readonly code: 'url-not-http'; readonly option: string }
  | { readonly code: 'url-private'; readonly option: string }
  | { readonly code: 'file-unreachable'; readonly option: string }
  /** Reading it took too long or too much memory. */
  | { readonly code: 'file-unreadable'; readonly option: string }
  /** Too many files are waiting to be inspected. */
  | { readonly code: 'files-busy' }
  /** Too many of them are this person's. */
  | { readonly code: 'own-files-busy' }
  | { readonly code: 'audio-wrong-kind' }
  | { readonly code: 'audio-too-large'; readonly limitMegabytes: number }
  | { readonly code: 'audio-wrong-length'; readonly minSeconds: number; readonly maxSeconds: number }
  /** `index`: which of the reference files, starting at 1. */
  | { readonly code: 'reference-wrong-kind'; readonly index: number }
  | { readonly code: 'reference-too-large'; readonly index: number; readonly limitMegabytes: number }
  | {
      readonly code: 'reference-wrong-size';
      readonly index: number;
      readonly minPixels: number;
      readonly maxPixels: number;
    }
  | { readonly code: 'reference-transparent'; readonly index: number }
  | {
      readonly code: 'reference-wrong-length';
      readonly index: number;
      readonly minSeconds: number;
      readonly maxSeconds: number;
    };
