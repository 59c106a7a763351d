import { callOfLeak, splitLeak } from '../../../src/conversation/speaking/leaked-call.ts';
import { QuotedTools } from '../../../src/conversation/tools/quoted-tools.ts';
import { isBackchannel } from '../../../src/conversation/turns/backchannels.ts';
import { cutText, showAsIs } from '../../../src/discord/escape.ts';
import { quoted } from '../../../src/knowledge/answer-page.ts';
import { documentLine, plainName } from '../../../src/knowledge/describe.ts';
import { addressOf } from '../../../src/knowledge/document-address.ts';
import { languageOf } from '../../../src/knowledge/find.ts';
import { importReasonOf } from '../../../src/knowledge/import-reason.ts';
import { billedCharacters, cutToFit, sentencesOf } from '../../../src/service/synthesis/text-cutting.ts';
import { TextFeed } from '../../../src/service/synthesis/text-feed.ts';
import { spokenSoFar } from '../../../src/speech/captions.ts';
import { Pronouncer } from '../../../src/speech/pronunciation.ts';
import { cutToSeconds } from '../../../src/speech/reading/length.ts';
import { spokenName } from '../../../src/speech/reading/names.ts';
import { spokenText } from '../../../src/speech/reading/spoken-text.ts';
import { ssmlScriptOf } from '../../../src/speech/script.ts';
import { VoiceBook } from '../../../src/speech/voice-book.ts';
import * as video from '../../../src/video/ask.ts';
import { withPreset } from '../../../src/video/presets.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { FakeClock } from '../fake-clock.ts';

const reading = {
  phrases: wordsFor('en-US').speech.reading,
  emoji: true,
  now: 0,
  names: { user: () => undefined, role: () => undefined, channel: () => undefined },
};
const nothing = { pronouncer: await Pronouncer.of([]), longestText: 100_000 };
const pronouncer = await Pronouncer.of(
  ['a', 'ab', 'aa a', 'B', 'ha', 'haha ha', '哈', '哈哈哈x', 'nginx', '1', 'é.', '😀'].map((word) => ({
    word,
    as: '',
  })),
);
const voices = Array.from({ length: 3 }, (_, index) => ({ name: `voice-${index}`, kind: 'system' as const }));
const book = new VoiceBook(
  voices.map((voice) => ({ ...voice, models: [], languages: [], wordTimestamps: false, instructions: [] })),
  { model: 'tts-v3-flash' },
);

/** Limits are set low, so that both sizes are beyond them. */
export const readers: Readonly<Record<string, (text: string) => unknown>> = {
  spokenText: (text) => spokenText(text, reading),
  spokenName,
  cutToSeconds: (text) => cutToSeconds(text, 2, 1, 'and so on'),
  showAsIs: (text) => showAsIs(text, 20),
  cutText: (text) => cutText(text, 20),
  'cutText of prompts': (text) => video.cutText(text, 100),
  withPreset: (text) => withPreset({ of: 'text', prompt: text }, { id: '1', name: 'sea', style: 'in oil' }),
  Pronouncer: (text) => pronouncer.read(text),
  sentencesOf,
  cutToFit: (text) => cutToFit(text, 100),
  'TextFeed, all at once': (text) => {
    const feed = new TextFeed(new FakeClock(), false, 60);
    feed.write(text);
    feed.finish();
  },
  'TextFeed, a character at a time': (text) => {
    const feed = new TextFeed(new FakeClock(), false, 30);
    for (const character of text) feed.write(character);
    feed.finish();
  },
  billedCharacters: (text) => billedCharacters(text, true),
  ssmlScriptOf: (text) => ssmlScriptOf(`<speak>${text}</speak>`, nothing),
  'spokenSoFar, the words it is made of': (text) =>
    spokenSoFar(
      text,
      Array.from(text, (character, index) => ({
        text: character,
        beginMs: index,
        endMs: index,
        sentence: 0,
      })),
      1_000_000,
    ),
  'spokenSoFar, words of something else': (text) =>
    spokenSoFar(
      text,
      Array.from(text, (_, index) => ({ text: 'another', beginMs: index, endMs: index, sentence: 0 })),
      1_000_000,
    ),
  'suggestions of voices': (text) => book.suggest(text),
  languageOf,
  importReasonOf,
  documentLine: (text) =>
    documentLine({ name: text, type: text, status: text, code: text }, wordsFor('en-US'), 20),
  plainName,
  quoted: (text) => quoted(text, 20),
  addressOf: (text) => addressOf('https://docs.example.org/{name}', 'base', { name: text }),
  isBackchannel: (text) => isBackchannel(text, false),
  splitLeak: (text) => splitLeak(text, false),
  'splitLeak, with marks': (text) => splitLeak(text.replaceAll(' ', '<'), true),
  callOfLeak: (text) => callOfLeak(`<tool_call>${text}`),
  'what a result quotes': (text) => new QuotedTools(['post_message', 'set_timer']).seeResult(text),
  'what a result quotes, with marks': (text) =>
    new QuotedTools(['post_message', 'set_timer']).seeResult(text.replaceAll(' ', '<\\\\&amp;')),
};
