import { afterAll, beforeAll, expect, it } from 'vitest';
import { AuthorityStage } from '../support/authority-stage.ts';

let stage: AuthorityStage;

beforeAll(async () => {
  stage = await AuthorityStage.open();
  stage.locale = 'zh-CN';
});

afterAll(async () => await stage?.[Symbol.asyncDispose]());

/** Everything that can be asked for without an option, by somebody who may see all of it. */
const paths = [
  ...['help', 'privacy', 'usage', 'limits', 'settings', 'doctor'],
  ...['speak queue', 'speak skip', 'speak stop', 'speak voice', 'speak channel', 'speak pronounce'],
  ...['converse join', 'converse leave', 'converse status', 'converse stop', 'converse tools'],
  ...['interpret join', 'interpret leave', 'interpret me', 'interpret status', 'interpret stop'],
  ...['interpret glossary', 'interpret channel', 'interpret start', 'converse start'],
  ...['knowledge health', 'knowledge gaps', 'knowledge use', 'video list', 'video presets', 'video status'],
];

/** What a client shows of an answer: its texts and the labels of its controls. */
function shownIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(shownIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    typeof each === 'string'
      ? ['content', 'label', 'placeholder', 'description', 'title'].includes(key)
        ? [each]
        : []
      : shownIn(each),
  );
}

/** Names, formats and units that Chinese has no other word for, and what these voices and bases are called. */
const names =
  /\b(AI|API|APP|App|CSV|DAVE|DNS|Discord|Emcee|ID|Intent|MB|GB|KB|Message Content Intent|Node\.js|Ogg|Opus|SSML|UDP|UTC|WAV|MP3|PNG|JPEG|TA|Harbour|Handbook|Inner matters|tts-[\w-]+|ffmpeg|FFmpeg)\b/g;

const latinIn = (text: string): readonly string[] =>
  text
    .replace(
      /\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b|`[^`]*`|<[^>]*>|https?:\S+|\*\*#[^*]*\*\*|#[\w-]+|\/[a-z]+(?: [a-z-]+)*|@\w+/g,
      '',
    )
    .replace(names, '')
    .match(/[A-Za-z]{2,}[A-Za-z' ]*/g) ?? [];

it.each(paths)('/%s is answered in Chinese where it is answered in private', async (path) => {
  const outcome = await stage.command('owner', 'open', path);
  const [answers, modal] = JSON.parse(outcome.text);
  const isPrivate = outcome.messages.every(({ forAll }) => !forAll);
  const shown = isPrivate
    ? shownIn([answers.map(([content, components]: unknown[]) => [{ content }, components]), modal])
    : [];
  expect(outcome.messages.length + (modal ? 1 : 0), 'answers').toBeGreaterThan(0);
  expect(shown.flatMap((text) => latinIn(text).map((latin) => `${latin}: ${text}`))).toEqual([]);
});
