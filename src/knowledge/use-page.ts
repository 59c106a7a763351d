import type { KnowledgePage } from '../community/settings-pages.ts';
import { container, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { Words } from '../words/index.ts';
import type { KnowledgeBase } from './base-listing.ts';
import { shownName } from './describe.ts';

const longestName = 80;
const mostBases = 20;
const mostGrantsShown = 8;

/** Who may search what, for moderators. */
export function renderUse(
  bases: readonly KnowledgeBase[],
  decided: KnowledgePage,
  words: Words,
  { changed = false, searchable }: { readonly changed?: boolean; readonly searchable: boolean },
): MessageBody {
  const { use } = words.knowledge;
  const lines = bases
    .slice(0, mostBases)
    .map((base) => `📚 **${shownName(base.name, longestName)}**\n${whoText(base, decided, words)}`);
  return {
    components: [
      container([
        text([...(changed ? [use.changed] : []), use.title].join('\n')),
        text(lines.join('\n')),
        ...(searchable ? [text(decided.mentions === false ? use.mentionsOff : use.mentionsOn)] : []),
        text(`-# ${use.note}`),
      ]),
    ],
  };
}

function whoText(base: KnowledgeBase, { grants }: KnowledgePage, words: Words): string {
  const { use } = words.knowledge;
  const given = grants[base.id];
  if (!given) return `-# ${base.open === 'everyone' ? use.everyone : use.moderators}`;
  if (given.length === 0) return `-# ${use.nobody}`;
  const shown = given
    .slice(0, mostGrantsShown)
    .map((grant) => `-# ${use.grant(grant.channelId, grant.roleId)}`);
  return [...shown, ...(given.length > shown.length ? ['-# …'] : [])].join('\n');
}
