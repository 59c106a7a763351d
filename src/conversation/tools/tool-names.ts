/** What the model may ask for; each can be switched off in a server. They are the names that the model sees, too. */
export const toolNames = [
  'search_knowledge',
  'start_video',
  'post_message',
  'who_is_here',
  'set_timer',
] as const;
export type ToolName = (typeof toolNames)[number];
