import { z } from 'zod';
import { type ConversationModelName, conversationModelNames } from '../service/realtime/models.ts';
import { integer, oneOf } from './values.ts';

const models = conversationModelNames as [ConversationModelName, ...ConversationModelName[]];
const endpointings = ['block', 'paced', 'manual'] as const;

/** Settings of conversations (document 2 B; what it leaves open: field notes 3). */
export const conversationVariables = z.object({
  CONVERSATION_MODEL: oneOf(models, 'xq3.5-omni-realtime'),
  CONVERSATION_ENDPOINTING: oneOf(endpointings, 'block'),
  CONVERSATION_TOOL_ROUNDS: integer(1, 20, 4),
  CONVERSATION_CONNECTS_PER_MINUTE: integer(1, 6_000, 60),
  CONVERSATION_IMAGE_KB: integer(20, 500, 190),
  CONVERSATION_MINUTES_PER_PERSON_PER_DAY: integer(0, 1_440, 30),
  CONVERSATION_MINUTES_PER_GUILD_PER_DAY: integer(0, 14_400, 120),
  CONVERSATION_MINUTES_PER_BOT_PER_DAY: integer(0, 1_440_000, 600),
});

export interface ConversationConfig {
  /** Used when nobody chose one. */
  readonly model: ConversationModelName;
  /** How the service knows that a speaker has finished. */
  readonly endpointing: (typeof endpointings)[number];
  /** How many times the model may ask for tools before it answers what someone said. */
  readonly toolRounds: number;
  readonly connectsPerMinute: number;
  /** Size limit of a JPEG that's shown to the model. */
  readonly imageBytes: number;
  /** 0: no limit. */
  readonly secondsPerPersonPerDay: number;
  /** 0: no limit. */
  readonly secondsPerGuildPerDay: number;
  /** For all guilds together; 0: no limit. */
  readonly secondsPerBotPerDay: number;
}

export function conversationOf(values: z.infer<typeof conversationVariables>): ConversationConfig {
  return {
    model: values.CONVERSATION_MODEL,
    endpointing: values.CONVERSATION_ENDPOINTING,
    toolRounds: values.CONVERSATION_TOOL_ROUNDS,
    connectsPerMinute: values.CONVERSATION_CONNECTS_PER_MINUTE,
    imageBytes: values.CONVERSATION_IMAGE_KB * 1_000,
    secondsPerPersonPerDay: values.CONVERSATION_MINUTES_PER_PERSON_PER_DAY * 60,
    secondsPerGuildPerDay: values.CONVERSATION_MINUTES_PER_GUILD_PER_DAY * 60,
    secondsPerBotPerDay: values.CONVERSATION_MINUTES_PER_BOT_PER_DAY * 60,
  };
}
