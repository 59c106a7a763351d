import type { CallTool } from '../call-types.ts';
import { postMessage } from './post-message.ts';
import { searchKnowledge } from './search-knowledge.ts';
import { setTimer } from './set-timer.ts';
import { startVideoTool } from './start-video.ts';
import type { ToolName } from './tool-names.ts';
import type { ToolMaker, ToolParts } from './tool-parts.ts';
import { whoIsHere } from './who-is-here.ts';

const makers: Readonly<Record<ToolName, ToolMaker>> = {
  search_knowledge: searchKnowledge,
  start_video: startVideoTool,
  post_message: postMessage,
  who_is_here: whoIsHere,
  set_timer: setTimer,
};

/** A call's tools: the available ones that aren't switched off. None with web search (document 2 B). */
export function toolsOf(parts: ToolParts, without: ReadonlySet<string>): readonly CallTool[] {
  if (parts.request.settings.search !== 'off') return [];
  return Object.entries(makers)
    .filter(([name]) => !without.has(name))
    .flatMap(([, make]) => make(parts) ?? []);
}
