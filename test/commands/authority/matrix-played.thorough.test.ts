import { beforeAll, describe, expect, it } from 'vitest';
import { AuthorityStage, type Outcome } from '../../support/authority-stage.ts';
import { collected } from '../../support/collected.ts';
import { latinIn, shownIn } from '../../support/read-in-chinese.ts';
import { matrixRows as rows } from './matrix-rows.ts';
import { seedVideos } from './video-rows.ts';

let stage: AuthorityStage;

beforeAll(async () => {
  stage = await AuthorityStage.open(seedVideos);
  // What may be done and seen is the same in every language.
  stage.locale = 'zh-CN';
  return () => stage[Symbol.asyncDispose]();
});

/** What people on this stage wrote, and what documents, models and languages are called. */
const content =
  /\bwhat \w+ wants \w+ number \d+ end|a kite|in watercolour|nobody outside may read this|(wood|sea)( of \w+)?|\bonce\b|em see|who will be banned next|what do the founders hide|where is the map|(gen|xq)\d[\w.-]*|task-of-\d+|character1|Document 0\.md|\bmd\b|\bkB\b|English|Deutsch|DISCORD_MESSAGE_CONTENT=on/g;

/** What only the person who asked sees: a form, suggestions, or an answer that's private. */
function privateTexts({ text, messages }: Outcome): readonly string[] {
  const [answers, modal, choices] = JSON.parse(text);
  const isPrivate = messages.every(({ forAll }) => !forAll);
  return shownIn([
    isPrivate ? answers.map(([content, components]: unknown[]) => [{ content }, components]) : [],
    modal,
    choices,
  ]);
}

describe('everybody tries everything, everywhere', () => {
  it.each(Object.entries(rows))('%s, in the words of a Chinese reader', async (_route, row) => {
    const latin = new Set<string>();
    stage.onOutcome = (outcome) => {
      for (const text of privateTexts(outcome).map((each) => each.replace(content, '')))
        for (const each of latinIn(text)) latin.add(`${each}: ${text.slice(0, 300)}`);
    };
    expect((await collected(row(stage))).slice(0, 5)).toEqual([]);
    expect([...latin].slice(0, 5)).toEqual([]);
  });
});
