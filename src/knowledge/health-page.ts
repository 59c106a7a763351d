import { button, buttonRow, container, liveTime, text } from '../discord/layout.ts';
import type { MessageBody } from '../discord/messenger.ts';
import type { KnowledgeDocument } from '../service/knowledge/client.ts';
import type { Words } from '../words/index.ts';
import type { KnowledgeBase } from './base-listing.ts';
import { documentLine, shownName } from './describe.ts';
import { documentMenu } from './document-menu.ts';
import type { Health } from './health.ts';
import { drawnOrder, squares, stateBar, typeRows } from './health-chart.ts';
import type { NamesOverview } from './name-keeper.ts';
import type { Watch } from './watch.ts';

interface HealthReport {
  /** Id of the page behind the menu. */
  readonly id: string;
  readonly base: KnowledgeBase;
  readonly health: Health;
  readonly names: NamesOverview;
  readonly stuckMs: number;
  readonly watch: Watch | undefined;
  /** Where a new watch would post. */
  readonly channelId: string;
}

const mostListed = 6;
const mostTypes = 14;
const longestName = 70;

/** The documents in the page's menu, in its order. */
export function listedIn({ failed, stuck }: Health): readonly KnowledgeDocument[] {
  return [...failed.slice(0, mostListed), ...stuck.slice(0, mostListed)];
}

function typesIn({ byType }: NamesOverview): readonly (readonly [string, number])[] {
  return [...byType].toSorted(([, one], [, other]) => other - one).slice(0, mostTypes);
}

export function renderHealth(report: HealthReport, words: Words): MessageBody {
  const { id, base, health, names, stuckMs, watch, channelId } = report;
  const { health: say, buttons } = words.knowledge;
  const target = `${base.id}.${channelId}`;
  return {
    components: [
      container([
        text(
          linesOf(
            `**${say.title(shownName(base.name, longestName))}**`,
            stateBar(health.counts),
            countsText(health, words),
          ),
        ),
        text(linesOf(`-# ${typesText(names, words)}`, typeRows(typesIn(names), words.locale))),
        text(troubleText(health, stuckMs, words)),
        ...documentMenu(id, listedIn(health), words),
        text(
          `-# ${[...(watch ? [(watch.blindSince === undefined ? say.watched : say.paused)(watch.channelId)] : []), say.at(liveTime(health.at))].join(' · ')}`,
        ),
        ...buttonRow([
          button('secondary', buttons.refresh, 'knowledge', 'health', target),
          watch
            ? button('secondary', buttons.unwatch, 'knowledge', 'unwatch', target)
            : button('primary', buttons.watch, 'knowledge', 'watch', target),
        ]),
      ]),
    ],
  };
}

function linesOf(...lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n');
}

function countsText({ counts }: Health, words: Words): string {
  return drawnOrder
    .map((status) => {
      const count = counts[status]?.toLocaleString(words.locale) ?? '?';
      return `${squares[status]} ${count} ${words.knowledge.statuses[status]}`;
    })
    .join(' · ');
}

function typesText(names: NamesOverview, words: Words): string {
  const { health: say } = words.knowledge;
  if (names.read === 0 && !names.complete) return say.typesReading;
  return names.complete ? say.types : say.typesSoFar(names.read);
}

function troubleText({ failed, stuck, counts }: Health, stuckMs: number, words: Words): string {
  const { health: say } = words.knowledge;
  const lines = (documents: readonly KnowledgeDocument[]) =>
    documents.slice(0, mostListed).map((document) => documentLine(document, words, longestName));
  const more = (counts.INSERT_ERROR ?? 0) - Math.min(failed.length, mostListed);
  const parts = [
    ...(failed.length > 0
      ? [`**${say.failed}**`, ...lines(failed), ...(more > 0 ? [`-# ${say.moreFailed(more)}`] : [])]
      : []),
    ...(stuck.length > 0 ? [`**${say.stuck(Math.round(stuckMs / 60_000))}**`, ...lines(stuck)] : []),
  ];
  return parts.length === 0 ? say.fine : parts.join('\n');
}
