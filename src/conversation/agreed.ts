import type {
  AgreedSettings,
  ConversationSettings,
} from '../service/realtime/conversation/conversation-types.ts';
import type { CallTrouble } from './call-types.ts';

/** What the model won't do of what was asked; some models drop it silently (field notes 8). */
export function notAgreed(
  asked: ConversationSettings | undefined,
  agreed: AgreedSettings,
): readonly CallTrouble[] {
  const wanted = asked?.tools?.map(({ name }) => name) ?? [];
  const detects = asked?.turnDetection?.by;
  return [
    ...(wanted.some((name) => !agreed.toolNames.includes(name)) ? (['tools-dropped'] as const) : []),
    ...(asked?.search && !agreed.searches ? (['search-dropped'] as const) : []),
    ...(asked?.voice && agreed.voice !== undefined && agreed.voice !== asked.voice
      ? (['voice-replaced'] as const)
      : []),
    ...(detects && agreed.detects !== undefined && agreed.detects !== detects
      ? (['detection-replaced'] as const)
      : []),
  ];
}
