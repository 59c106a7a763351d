/** The tools, by the names that the model sees. Each can be switched off in a server. */
export const toolNames = [
  'search_knowledge',
  'start_video',
  'post_message',
  'who_is_here',
  'set_timer',
] as const;
export type ToolName = (typeof toolNames)[number];
