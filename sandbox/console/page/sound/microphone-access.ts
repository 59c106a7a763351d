import { MicrophoneTrouble } from '../voice/call-sound.ts';
import { pageWords } from '../words/current.ts';

/** What is used of the browser to get at the microphone. */
export interface MicrophoneBrowser<Stream> {
  readonly isSecureContext: boolean;
  readonly mediaDevices: { getUserMedia(wish: { readonly audio: SoundWish }): Promise<Stream> } | undefined;
  /** Whether there is an Opus encoder. */
  readonly canEncode: boolean;
  /** Takes out what comes from this page's own loudspeaker. Nothing else is done to the speech. */
  readonly echoCancellation: boolean;
}

interface SoundWish {
  readonly channelCount: number;
  readonly echoCancellation: boolean;
  readonly noiseSuppression: boolean;
  readonly autoGainControl: boolean;
}

/**
 * Asks the person for the microphone. `instead`: what they can do without one.
 * @throws MicrophoneTrouble that says in words what is in the way
 */
export async function microphoneStream<Stream>(
  browser: MicrophoneBrowser<Stream>,
  instead = pageWords().microphone.youCanListen,
): Promise<Stream> {
  const { isSecureContext, mediaDevices, canEncode, echoCancellation } = browser;
  const words = pageWords().microphone;
  if (!isSecureContext) {
    throw new MicrophoneTrouble(words.insecure(instead));
  }
  if (!mediaDevices) throw new MicrophoneTrouble(words.none(instead));
  if (!canEncode) throw new MicrophoneTrouble(words.cannotEncode(instead));
  try {
    return await mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation, noiseSuppression: false, autoGainControl: false },
    });
  } catch (error) {
    throw new MicrophoneTrouble(whyNot(error)(instead), { cause: error });
  }
}

/** Why the browser gave no microphone. */
function whyNot(error: unknown): (instead: string) => string {
  const { microphone } = pageWords();
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
      return microphone.notAllowed;
    case 'NotFoundError':
      return microphone.notFound;
    case 'NotReadableError':
      return microphone.inUse;
    default:
      return microphone.failed;
  }
}
