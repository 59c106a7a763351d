import { Refusal } from '../refusal/refusal.ts';
import type { FeatureSurface } from './command.ts';
import type { Guard } from './guards.ts';
import type { EdgeWords } from './words/index.ts';

/** Commands that can't work yet, and the owner's settings that they need. */
interface NotSetUp {
  /** Paths (`speak`: everything that begins with it) and names of message commands. */
  readonly commands: readonly string[];
  readonly settings: readonly string[];
}

/**
 * The surface without the commands that can't work. They're no longer offered. If a person still has one, as an old
 * button or in a client that's out of date, they're told who can switch it on.
 */
export function withoutNotSetUp<Words extends EdgeWords>(
  surface: FeatureSurface<Words>,
  off: readonly NotSetUp[],
): FeatureSurface<Words> {
  const closed = <Route extends { readonly guards?: readonly Guard[] }>(route: Route, name: string) => {
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
