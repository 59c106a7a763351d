/** The bars of a voice message, from 0 to 1: no more than `most`, each as loud as the loudest point it stands for. */
export function barsOf(waveform: string, most: number): readonly number[] {
  const points = Uint8Array.from(atob(waveform), (letter) => letter.charCodeAt(0));
  const count = Math.min(most, points.length);
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * points.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * points.length) / count));
    return Math.max(...points.subarray(from, to)) / 255;
  });
}
