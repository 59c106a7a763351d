import type { SpeechDesk } from '../../src/speech/desk.ts';
import type { FeatureSurface } from '../kit/surface.ts';
import { speakChannel } from './channel.ts';
import { readingButtons, readingSelects } from './channel-panel.ts';
import { decisionButtons, speakSkip, speakStop } from './decide.ts';
import { speakFile } from './file.ts';
import { previewVoice } from './preview.ts';
import { speakPronounce } from './pronounce.ts';
import { speakQueue } from './queue.ts';
import { speakSay } from './say.ts';
import { speakThis } from './speak-this.ts';
import { speakVoice } from './voice.ts';

/** Everything that people can use for reading aloud. */
export function speechSurface(desk: SpeechDesk): FeatureSurface {
  return {
    commands: [
      speakSay(desk),
      speakFile(desk),
      speakSkip(desk),
      speakStop(desk),
      speakQueue(desk),
      speakVoice(desk),
      speakChannel(desk),
      speakPronounce(desk),
    ],
    messageCommands: [speakThis(desk)],
    buttons: [previewVoice(desk), ...decisionButtons(desk), ...readingButtons(desk)],
    selects: [...readingSelects(desk)],
    modals: [],
  };
}
