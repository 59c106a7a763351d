import type { KnowledgeDesk } from '../../src/knowledge/desk.ts';
import type { FeatureSurface } from '../kit/surface.ts';
import { knowledgeAsk, unhelpful } from './ask.ts';
import { chosenDetails, passageDetails } from './details.ts';
import { knowledgeExport } from './export.ts';
import { gapsDone, knowledgeGaps } from './gaps.ts';
import { knowledgeHealth, refreshHealth, watchButtons } from './health.ts';
import { knowledgeSearch, turnPage } from './search.ts';
import { share } from './share.ts';
import { knowledgeUse } from './use.ts';

/** Everything that people can do with knowledge bases. */
export function knowledgeSurface(desk: KnowledgeDesk): FeatureSurface {
  return {
    commands: [
      knowledgeSearch(desk),
      knowledgeAsk(desk),
      knowledgeHealth(desk),
      knowledgeGaps(desk),
      knowledgeUse(desk),
      knowledgeExport(desk),
    ],
    buttons: [
      turnPage(desk),
      passageDetails(desk),
      share(desk),
      unhelpful(desk),
      refreshHealth(desk),
      ...watchButtons(desk),
    ],
    selects: [chosenDetails(desk), gapsDone(desk)],
    modals: [],
  };
}
