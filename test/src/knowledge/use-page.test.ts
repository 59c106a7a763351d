import { describe, expect, it } from 'vitest';
import type { KnowledgePage } from '../../../src/community/settings-pages.ts';
import { renderUse } from '../../../src/knowledge/use-page.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { handbook } from '../../support/knowledge-world.ts';

const words = wordsFor('en-US');
const { use } = words.knowledge;
const role = (number: number) => ({ roleId: `50000000000000000${number}` });

function shown(
  grants: KnowledgePage['grants'] = {},
  { base = handbook, mentions = true, searchable = true, changed = false } = {},
): string {
  return FakeMessenger.textOf(renderUse([base], { grants, mentions }, words, { changed, searchable }));
}

describe('who may search a knowledge base is shown to moderators', () => {
  it.each([
    ['everyone, as the owner decided', shown(), `-# ${use.everyone}`],
    [
      'moderators, as the owner decided',
      shown({}, { base: { ...handbook, open: 'moderators' } }),
      '-# moderators only',
    ],
    ['moderators, since nobody else may', shown({ handbook: [] }), '-# moderators only'],
    ['a role, everywhere', shown({ handbook: [role(1)] }), '-# <@&500000000000000001> everywhere'],
    ['everyone, in a channel', shown({ handbook: [{ channelId: '3' }] }), '-# everyone in <#3>'],
  ])('%s', (_, text, expected) => expect(text).toContain(expected));

  it('with eight grants at most, and a sign that there are more', () => {
    const grants = (count: number) => ({ handbook: Array.from({ length: count }, (_, at) => role(at)) });
    expect(shown(grants(8))).not.toContain('…');
    const cut = shown(grants(9));
    expect(cut).toContain('-# …');
    expect(cut).not.toContain(role(8).roleId);
  });

  it('with whether mentions are answered where contents can be searched, and that it was saved', () => {
    expect(shown()).toContain(use.mentionsOn);
    expect(shown({}, { mentions: false })).toContain(use.mentionsOff);
    expect(shown({}, { searchable: false })).not.toContain('mention');
    expect(shown()).not.toContain(use.changed);
    expect(shown({}, { changed: true })).toContain(use.changed);
  });
});
