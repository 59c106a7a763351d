import { placedActorOf } from '../../src/discord/actor.ts';
import type { MessageBody } from '../../src/discord/messenger.ts';
import type { Reader } from '../../src/knowledge/access.ts';
import { renderAnswer } from '../../src/knowledge/answer-page.ts';
import type { KnowledgeDesk } from '../../src/knowledge/desk.ts';
import { languageOf } from '../../src/knowledge/find.ts';
import { renderSharedSearch } from '../../src/knowledge/search-page.ts';
import type { ShownPage } from '../../src/knowledge/shown-page.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import type { Words } from '../../src/words/index.ts';
import { wordsFor } from '../../src/words/index.ts';
import { answerWith } from '../kit/answer.ts';
import type { ButtonRoute } from '../kit/surface.ts';

/** Shows one person's page to everybody in the channel, once per page. */
export function share(desk: KnowledgeDesk): ButtonRoute {
  return {
    feature: 'knowledge',
    action: 'share',
    acknowledge: 'public',
    run: async ({ interaction, id, publicWords }) => {
      const reader = placedActorOf(interaction);
      await desk.pages.inTurn(id, async () => {
        const page = await desk.page(reader, id);
        const place = `${interaction.channelId}.${page.is === 'search' ? page.page : 0}`;
        if (page.sharedTo?.includes(place)) throw new Refusal({ code: 'knowledge-shared-already' });
        await answerWith(
          interaction,
          await sharedBody(desk, reader, page, interaction.channelId, publicWords),
        );
        await desk.pages.keep(id, { ...page, sharedTo: [...(page.sharedTo ?? []), place] });
      });
    },
  };
}

/** The shared page gets its own record, so that the person can still turn theirs. */
async function sharedBody(
  desk: KnowledgeDesk,
  reader: Reader,
  page: ShownPage,
  channelId: string,
  words: Words,
): Promise<MessageBody> {
  const id = desk.pages.newId();
  const audience = { is: 'channel', channelId } as const;
  const mention = `<@${reader.userId}>`;
  if (page.is === 'search') {
    const base = await desk.bases.pick(reader, page.query.baseId);
    const { guildId, documents } = page;
    await desk.pages.keep(id, { is: 'list', guildId, audience, at: desk.clock.now(), documents });
    return renderSharedSearch(id, base, page, mention, words);
  }
  if (page.is !== 'answer') throw new Refusal({ code: 'control-expired' });
  for (const baseId of new Set(page.passages.map((passage) => passage.baseId)))
    await desk.bases.pick(reader, baseId);
  const record = { ...page, audience, at: desk.clock.now(), unhelpfulTo: [], sharedTo: [] };
  await desk.pages.keep(id, record);
  const { mentions: canAskOn = true } = await desk.decisions.of(reader.guildId);
  const language = languageOf(page.question);
  return renderAnswer(
    { id, record, bases: desk.bases.byId(reader.guildId), sharedBy: mention, canAskOn },
    language ? wordsFor(language) : words,
  );
}
