import { usualEndpointing } from '../call/hearing/endpointing.ts';
import { Refusal, type RefusalFacts } from '../refusal/refusal.ts';
import { type ConversationProblem, checkConversation } from '../service/realtime/conversation/check.ts';
import {
  type ConversationModelName,
  conversationModelNames,
  conversationModels,
} from '../service/realtime/models.ts';
import type { CallSettings } from './call-types.ts';
import { sessionSettings } from './session-settings.ts';
import { usualAddressing } from './settings/addressing.ts';
import { usualInterruption } from './settings/interruption.ts';

export const turnModes = ['voice', 'semantic', 'push-to-talk'] as const;
export const searchModes = ['off', 'on', 'with-sources'] as const;
export const answerModes = ['auto', 'always', 'by-name'] as const;

/** What a person chose for a conversation. Anything they left out gets its default. */
export interface CallAsk {
  readonly model?: string | undefined;
  readonly voice?: string | undefined;
  readonly persona?: string | undefined;
  readonly speaks?: boolean | undefined;
  readonly turns?: (typeof turnModes)[number] | undefined;
  readonly threshold?: number | undefined;
  readonly silenceMs?: number | undefined;
  readonly search?: (typeof searchModes)[number] | undefined;
  /** The name it answers to. Default: the bot's name there. */
  readonly name?: string | undefined;
  readonly answers?: (typeof answerModes)[number] | undefined;
  readonly interruptions?: boolean | undefined;
  readonly interruptRoleId?: string | undefined;
  readonly transcript?: boolean | undefined;
}

/** The options' names, for refusals. */
const options: Readonly<Partial<Record<ConversationProblem['field'], string>>> = {
  model: 'model',
  voice: 'voice',
  turnDetection: 'turns',
  threshold: 'threshold',
  silenceMs: 'silence',
  search: 'search',
};

/**
 * A call's settings.
 * @param usual the default model, and the bot's name
 * @throws {Refusal} `option-invalid`, `option-not-offered`, `call-options-clash`; nothing has been sent by then
 */
export function settingsOf(
  ask: CallAsk,
  usual: { readonly model: ConversationModelName; readonly name: string },
): CallSettings {
  const model = modelOf(ask.model ?? usual.model);
  const turns = ask.turns ?? 'voice';
  const voice = ask.voice?.trim();
  const persona = ask.persona?.trim();
  assertGoTogether(ask, turns);
  const settings: CallSettings = {
    model,
    ...(voice === undefined ? {} : { voice }),
    ...(persona ? { persona } : {}),
    speaks: ask.speaks ?? true,
    turns,
    ...(ask.threshold === undefined ? {} : { threshold: ask.threshold }),
    ...(ask.silenceMs === undefined ? {} : { silenceMs: ask.silenceMs }),
    search: ask.search ?? 'off',
    addressing: {
      ...usualAddressing,
      mode: ask.answers ?? usualAddressing.mode,
      names: [ask.name?.trim() || usual.name],
    },
    interruption: {
      ...usualInterruption,
      enabled: ask.interruptions ?? usualInterruption.enabled,
      ...(ask.interruptRoleId === undefined ? {} : { roleIds: [ask.interruptRoleId] }),
    },
    transcript: ask.transcript ?? false,
  };
  const [problem] = checkConversation(sessionSettings(settings, { endpointing: usualEndpointing }));
  if (problem) throw new Refusal(factsOf(problem, model));
  return settings;
}

/** With the model and the voice that the server's moderators chose, as far as they go together. */
export function withDecided(
  ask: CallAsk,
  decided: { readonly model?: string | undefined; readonly voice?: string | undefined },
  usualModel: ConversationModelName,
): CallAsk {
  const chosen = conversationModels.find(({ name }) => name === decided.model);
  const model = ask.model ?? chosen?.name;
  const used = conversationModels.find(({ name }) => name === (model ?? usualModel));
  const voice = used?.voices.find((each) => each === decided.voice);
  return { ...ask, model, voice: ask.voice ?? voice };
}

function modelOf(name: string): ConversationModelName {
  const model = conversationModelNames.find((each) => each === name);
  if (model) return model;
  throw new Refusal({ code: 'option-invalid', option: 'model', rule: conversationModelNames.join(', ') });
}

/** Push-to-talk doesn't wait for silence, and a role can't interrupt if nobody can. */
function assertGoTogether(ask: CallAsk, turns: CallSettings['turns']): void {
  const clash =
    turns === 'push-to-talk' && ask.threshold !== undefined
      ? 'threshold'
      : turns === 'push-to-talk' && ask.silenceMs !== undefined
        ? 'silence'
        : undefined;
  if (clash) throw new Refusal({ code: 'call-options-clash', options: [clash, 'push-to-talk'] });
  if (ask.interruptions === false && ask.interruptRoleId !== undefined)
    throw new Refusal({ code: 'call-options-clash', options: ['interruptions:false', 'interrupt_role'] });
}

function factsOf({ field, rule, min, max, allowed = [] }: ConversationProblem, model: string): RefusalFacts {
  const option = options[field] ?? field;
  if (rule === 'not-offered') return { code: 'option-not-offered', option, model, offeredBy: allowed };
  const range = min === undefined || max === undefined ? allowed.join(', ') || 'a–z' : `${min} – ${max}`;
  return { code: 'option-invalid', option, rule: range };
}
