import { beforeAll, expect, it } from 'vitest';
import { AuthorityStage } from '../support/authority-stage.ts';
import { latinIn, shownIn } from '../support/read-in-chinese.ts';

let stage: AuthorityStage;

beforeAll(async () => {
  stage = await AuthorityStage.open();
  stage.locale = 'zh-CN';
  return async () => await stage[Symbol.asyncDispose]();
});

/** Everything that can be asked for without an option, by somebody who may see all of it. */
const paths = [
  ...['help', 'privacy', 'usage', 'limits', 'settings', 'doctor'],
  ...['speak queue', 'speak skip', 'speak stop', 'speak voice', 'speak channel', 'speak pronounce'],
  ...['converse join', 'converse leave', 'converse status', 'converse stop', 'converse tools'],
  ...['interpret join', 'interpret leave', 'interpret me', 'interpret status', 'interpret stop'],
  ...['interpret glossary', 'interpret channel', 'interpret start', 'converse start'],
  ...['knowledge health', 'knowledge gaps', 'knowledge use', 'video list', 'video presets', 'video status'],
];

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
