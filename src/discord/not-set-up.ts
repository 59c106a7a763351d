import { Refusal } from '../refusal/refusal.ts';
import type { FeatureSurface } from './command.ts';
import type { Guard } from './guards.ts';
import type { EdgeWords } from './words/index.ts';

/** Commands that cannot work yet, and the operator's settings that they wait for. */
interface NotSetUp {
  /** Paths (`speak`: all that begin with it) and names of message commands. */
  readonly commands: readonly string[];
  readonly settings: readonly string[];
}

/**
 * The same without the commands that can't work. They're no longer offered, and a person who still has one, in a client that
 * hasn't heard of it yet or as an old button, is told who can switch it on.
 */
export function withoutNotSetUp<Words extends EdgeWords>(
  surface: FeatureSurface<Words>,
  off: readonly NotSetUp[],
): FeatureSurface<Words> {
  const closed = <Route extends { readonly guards: readonly Guard[] }>(route: Route, name: string) => {
    const reason = off.find(({ commands }) =>
      commands.some((command) => name === command || name.startsWith(`${command} `)),
    );
    return reason ? { ...route, offered: false, guards: [operatorsTurn(reason.settings)] } : route;
  };
  return {
    commands: surface.commands.map((command) => closed(command, command.path.join(' '))),
    messageCommands: (surface.messageCommands ?? []).map((command) => closed(command, command.name)),
    buttons: surface.buttons.map((button) => closed(button, button.feature)),
    selects: (surface.selects ?? []).map((select) => closed(select, select.feature)),
    modals: surface.modals.map((modal) => closed(modal, modal.feature)),
  };
}

function operatorsTurn(settings: readonly string[]): Guard {
  return {
    name: 'set-up',
    ofPerson: true,
    check() {
      throw new Refusal({ code: 'not-set-up', settings });
    },
  };
}
