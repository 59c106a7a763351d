import { weightedLength } from './billing.ts';
import type { TaskParameters } from './commands.ts';
import type { SynthesisModelFacts } from './models.ts';
import { engineError, invalid } from './task-failure.ts';
import type { SandboxVoice } from './voices.ts';

const longestInstruction = 100;

/**
 * Document 2 A: which parameters go with which model and voice. Returns the voice.
 * @throws {TaskFailure} engine error 418 for a voice that the model lacks, 428 for an instruction that it does not take,
 * `InvalidParameter` for the rest
 */
export function fittingVoice(
  model: SynthesisModelFacts,
  parameters: TaskParameters,
  voices: readonly SandboxVoice[],
): SandboxVoice {
  const voice = voices.find(({ name }) => name === parameters.voice);
  if (!voice?.models.includes(model.name)) throw engineError(418);
  if (voice.kind === 'system' && !model.systemVoices) throw engineError(418);
  if (parameters.word_timestamp_enabled && !timesWords(model, voice)) {
    throw lacking('word_timestamp_enabled', model, voice);
  }
  checkInstruction(model, voice, parameters.instruction);
  for (const field of ['enable_aigc_tag', 'aigc_propagator', 'aigc_propagate_id'] as const) {
    if (parameters[field] && !model.aigcTag) throw lacking(field, model, voice);
  }
  const repairs = model.textRepair && voice.kind === 'cloned';
  if (parameters.hot_fix && !repairs) throw lacking('hot_fix', model, voice);
  if (parameters.enable_markdown_filter && !repairs) throw lacking('enable_markdown_filter', model, voice);
  return voice;
}

function timesWords(model: SynthesisModelFacts, voice: SandboxVoice): boolean {
  if (voice.kind === 'system') return voice.wordTimestamps;
  return voice.kind === 'cloned' && model.clonedWordTimestamps;
}

function checkInstruction(
  model: SynthesisModelFacts,
  voice: SandboxVoice,
  instruction: string | undefined,
): void {
  if (instruction === undefined || instruction === '') return;
  if (weightedLength(instruction) > longestInstruction) {
    throw invalid(`payload.parameters.instruction must have at most ${longestInstruction} characters.`);
  }
  if (voice.kind === 'system') {
    if (!voice.instructions.includes(instruction)) throw engineError(428);
    return;
  }
  // Document 2 A: `tts-v3.5-*` "have no system voices (designed or cloned only) and accept any instruction".
  const taken = !model.systemVoices || (voice.kind === 'cloned' && model.clonedInstructions);
  if (!taken) throw engineError(428);
}

function lacking(field: string, model: SynthesisModelFacts, voice: SandboxVoice) {
  return invalid(
    `payload.parameters.${field} is not supported by the model ${model.name} with the ${voice.kind} voice ${voice.name}.`,
  );
}
