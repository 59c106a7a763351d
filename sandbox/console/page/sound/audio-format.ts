/** Calls at Discord run in frames of 20 ms at 48 kHz. */
export const sampleRateHz = 48_000;
export const frameMs = 20;
export const frameSamples = (sampleRateHz * frameMs) / 1000;
