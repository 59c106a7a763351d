/** What an audio worklet finds in its global scope; the DOM's own types do not describe it. */
interface WorkletScope {
  readonly AudioWorkletProcessor: new () => { readonly port: MessagePort };
  registerProcessor(name: string, processor: new () => WorkletProcessor): void;
}

export interface WorkletProcessor {
  /** Inputs and outputs as node → channel → 128 samples. False: the node may go. */
  process(
    inputs: readonly (readonly Float32Array[])[],
    outputs: readonly (readonly Float32Array[])[],
  ): boolean;
}

export const workletScope = globalThis as unknown as WorkletScope;
