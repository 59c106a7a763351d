import type { ConversationSettings, ToolDefinition, TurnDetection } from './conversation-types.ts';

/** The `session` object of `session.update` (document 2 B), with only what was asked for. */
export function wireSession(settings: ConversationSettings): Readonly<Record<string, unknown>> {
  const { turnDetection, search, tools, speaks = true } = settings;
  return defined({
    modalities: speaks ? ['text', 'audio'] : ['text'],
    voice: settings.voice,
    input_audio_format: 'pcm',
    output_audio_format: 'pcm',
    smooth_output: settings.smoothOutput,
    instructions: settings.instructions,
    turn_detection: turnDetection && wireDetection(turnDetection),
    enable_search: search && true,
    search_options: search && { enable_source: search.sources },
    tools: tools && tools.length > 0 ? tools.map(wireTool) : undefined,
    temperature: settings.temperature,
    top_p: settings.topP,
    top_k: settings.topK,
    max_tokens: settings.maxTokens,
    repetition_penalty: settings.repetitionPenalty,
    presence_penalty: settings.presencePenalty,
    seed: settings.seed,
  });
}

function wireDetection(detection: TurnDetection): Readonly<Record<string, unknown>> | null {
  if (detection.by === 'manual') return null;
  return defined({
    type: detection.by === 'semantic' ? 'semantic_vad' : 'server_vad',
    threshold: detection.threshold,
    silence_duration_ms: detection.silenceMs,
  });
}

export function wireTool({
  name,
  description,
  parameters,
}: ToolDefinition): Readonly<Record<string, unknown>> {
  return {
    type: 'function',
    function: defined({
      name,
      description,
      parameters: parameters && defined({ type: 'object', ...parameters }),
    }),
  };
}

/** Null is a real value: it switches something off. */
function defined(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
