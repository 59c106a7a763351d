import type { EndpointingSettings } from '../call/hearing/endpointing.ts';
import type {
  AgreedSettings,
  ConversationSettings,
} from '../service/realtime/conversation/conversation-types.ts';
import type { CallSettings, CallTool, CallTrouble } from './call-types.ts';
import { instructionsFor } from './instructions.ts';
import { callEndpointing } from './turns/call-endpointing.ts';

/** What the service is asked for. The silence that we send always ends a turn there, so it's always told how long. */
export function sessionSettings(
  settings: CallSettings,
  {
    endpointing,
    tools = [],
    summary,
  }: {
    /** How turns end unless the call says otherwise. */
    readonly endpointing: EndpointingSettings;
    readonly tools?: readonly CallTool[];
    /** What the next session should know about the ones before. */
    readonly summary?: string | undefined;
  },
): ConversationSettings {
  const { model, voice, speaks, turns, threshold, search } = settings;
  const { mode, silenceMs } = callEndpointing(settings, endpointing);
  return {
    model,
    speaks,
    ...(voice === undefined ? {} : { voice }),
    instructions: instructionsFor(settings, summary),
    turnDetection:
      turns === 'push-to-talk' || mode === 'manual'
        ? { by: 'manual' }
        : { by: turns, ...(threshold === undefined ? {} : { threshold }), silenceMs },
    // The document doesn't allow both.
    ...(search === 'off' ? { tools } : { search: { sources: search === 'with-sources' } }),
  };
}

/** What the model won't do of what was asked; some models drop it silently (field notes 8). */
export function notAgreed(
  { tools = [], search, voice, turnDetection }: ConversationSettings,
  agreed: AgreedSettings,
): readonly CallTrouble[] {
  const dropsTools = tools.some(({ name }) => !agreed.toolNames.includes(name));
  const isOther = <Value>(asked: Value | undefined, given: Value | undefined) =>
    asked !== undefined && given !== undefined && asked !== given;
  return [
    ...(dropsTools ? (['tools-dropped'] as const) : []),
    ...(search && !agreed.searches ? (['search-dropped'] as const) : []),
    ...(isOther(voice, agreed.voice) ? (['voice-replaced'] as const) : []),
    ...(isOther(turnDetection?.by, agreed.detects) ? (['detection-replaced'] as const) : []),
  ];
}
