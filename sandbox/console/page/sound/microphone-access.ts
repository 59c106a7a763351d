import { MicrophoneTrouble } from '../voice/call-sound.ts';

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
  instead = 'You can still listen.',
): Promise<Stream> {
  const { isSecureContext, mediaDevices, canEncode, echoCancellation } = browser;
  if (!isSecureContext) {
    throw new MicrophoneTrouble(
      `The microphone only works on this machine or over HTTPS. ${instead} Open the page at 127.0.0.1 to speak.`,
    );
  }
  if (!mediaDevices) throw new MicrophoneTrouble(`This browser doesn't offer a microphone. ${instead}`);
  if (!canEncode) throw new MicrophoneTrouble(`This browser can't encode Opus (WebCodecs). ${instead}`);
  try {
    return await mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation, noiseSuppression: false, autoGainControl: false },
    });
  } catch (error) {
    throw new MicrophoneTrouble(`${wordsFor(error)} ${instead}`, { cause: error });
  }
}

function wordsFor(error: unknown): string {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
      return "The microphone isn't allowed. Allow it in your browser's address bar to speak.";
    case 'NotFoundError':
      return 'No microphone found.';
    case 'NotReadableError':
      return 'Another program is using the microphone.';
    default:
      return "Couldn't open the microphone.";
  }
}
