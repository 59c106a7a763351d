/** How to tell a voice from everything else that a microphone picks up. */
export interface VoiceSettings {
  /** Anything quieter isn't speech, as the root mean square of 16-bit samples: about -57 dB. */
  readonly quietest: number;
  /** How much louder than the microphone's background speech is. */
  readonly aboveBackground: number;
  /** How clearly a voice repeats itself with its pitch, always and at its clearest: 0 to 1. */
  readonly clarity: number;
  readonly clearest: number;
  /** How much of its loudness a voice keeps while it begins, if only its pitch tells, and inside a word. */
  readonly leastKept: number;
  readonly leastKeptInWord: number;
  /** In one frame, a voice's pitch moves by this part of an octave at least, or it's an instrument, */
  readonly leastGlide: number;
  /** and by this part at most, or it's two sounds. */
  readonly mostGlide: number;
  /** How many frames of a moving pitch begin speech. */
  readonly framesToBegin: number;
  /** How much the brightness of a sound changes in half a second if it's a word, even with a steady pitch. */
  readonly leastChange: number;
  /** How long speech lasts after its last voiced sound, in milliseconds: “sixths” hisses that long. */
  readonly unvoicedMs: number;
  /** Whispering: the share of half a second that's filled with sound, */
  readonly whisperShare: number;
  /** the share of it that may ring, like dishes do, */
  readonly whisperRings: number;
  /** and how much its brightness changes, as the standard deviation of a logarithm. */
  readonly whisperChange: number;
}

export const usualVoice: VoiceSettings = {
  quietest: 45,
  aboveBackground: 2.2,
  clarity: 0.5,
  clearest: 0.6,
  leastKept: 1,
  leastKeptInWord: 0.7,
  leastGlide: 0.003,
  mostGlide: 0.09,
  framesToBegin: 3,
  leastChange: 0.5,
  unvoicedMs: 400,
  whisperShare: 0.7,
  whisperRings: 0.3,
  whisperChange: 0.24,
};
