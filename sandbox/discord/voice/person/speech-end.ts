/** What clients send before they stop, so that nobody's decoder extends the last sound. */
export const silenceFrame: Uint8Array = Uint8Array.of(0xf8, 0xff, 0xfe);
const silenceFrames = 5;
const frameMs = 20;

/** Sends five silence frames at their pace, then says that it's over. The returned function cancels. */
export function sendSilence(send: (frame: Uint8Array) => void, over: () => void): () => void {
  let left = silenceFrames;
  const timer = setInterval(() => {
    if (left > 0) send(silenceFrame);
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    over();
  }, frameMs);
  return () => clearInterval(timer);
}
