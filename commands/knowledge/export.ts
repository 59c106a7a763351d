import { ComponentType } from 'discord.js';
import { placedActorOf } from '../../src/discord/actor.ts';
import { youMay } from '../../src/discord/guards.ts';
import { plainName, shownName } from '../../src/knowledge/describe.ts';
import type { KnowledgeDesk } from '../../src/knowledge/desk.ts';
import { exportDocuments, mostExported } from '../../src/knowledge/export.ts';
import { matches } from '../../src/knowledge/query.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { documentStatuses } from '../../src/service/knowledge/client.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { Given } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';
import { baseOption, matchOption, nameOption, statusOption, suggestBasesAndNames } from './options.ts';

const progressEveryMs = 5_000;
/** An interaction lasts 15 minutes. */
const longestMs = 13 * 60_000;
const longestBaseName = 80;

/** `/knowledge export`: the list as a table. */
export function knowledgeExport(desk: KnowledgeDesk): ChatCommand<'knowledge export'> {
  return {
    path: ['knowledge', 'export'],
    options: [baseOption, statusOption, nameOption, matchOption],
    guards: [youMay('ManageGuild')],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const given = new Given(interaction);
      const { catalog, clock } = desk;
      const { progress, done, cut, incomplete, fileDescription } = words.knowledge.export;
      const base = await desk.bases.pick(placedActorOf(interaction), given.text('base'));
      const query = {
        name: given.text('name') || undefined,
        match: given.choice('match', matches) ?? 'part',
        status: given.choice('status', documentStatuses),
      };
      let toldAt = clock.now();
      const {
        csv,
        count,
        cut: isCut,
        incomplete: isIncomplete,
      } = await exportDocuments(base, query, {
        catalog,
        signal: AbortSignal.any([AbortSignal.timeout(longestMs), desk.stopping]),
        onProgress: async (read, total) => {
          if (clock.now() - toldAt < progressEveryMs) return;
          toldAt = clock.now();
          await answerWith(interaction, sentence(progress(read, total)));
        },
      });
      const limit = interaction.attachmentSizeLimit;
      if (csv.byteLength > limit)
        throw new Refusal({
          code: 'knowledge-export-too-large',
          limitMegabytes: Math.floor(limit / 1_048_576),
        });
      const name = `${base.id}-${new Date(clock.now()).toISOString().slice(0, 10)}.csv`;
      const told = [
        done(count, shownName(base.name, longestBaseName)),
        ...(isCut ? [cut(mostExported)] : []),
        ...(isIncomplete ? [incomplete] : []),
      ];
      const body = sentence(told.join('\n'));
      const file = { type: ComponentType.File, file: { url: `attachment://${name}` } } as const;
      const description = fileDescription(plainName(base.name));
      await answerWith(interaction, { components: [...body.components, file] }, [
        { name, bytes: csv, description },
      ]);
    },
    autocomplete: suggestBasesAndNames(desk),
  };
}
