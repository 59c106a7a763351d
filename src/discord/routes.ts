import type {
  ButtonRoute,
  ChatCommand,
  FeatureSurface,
  MessageCommand,
  ModalRoute,
  SelectRoute,
} from './command.ts';

/** Everything that features offer, found by name. */
export class Routes {
  readonly #commands = new Map<string, ChatCommand>();
  readonly #messageCommands = new Map<string, MessageCommand>();
  readonly #buttons = new Map<string, ButtonRoute>();
  readonly #selects = new Map<string, SelectRoute>();
  readonly #modals = new Map<string, ModalRoute>();

  /** @throws {Error} when two features claim the same name: an error of ours, found at boot. */
  constructor(features: readonly FeatureSurface[]) {
    for (const feature of features) {
      for (const command of feature.commands) claim(this.#commands, command.path.join(' '), command);
      for (const command of feature.messageCommands ?? [])
        claim(this.#messageCommands, command.name, command);
      for (const button of feature.buttons) claim(this.#buttons, keyOf(button), button);
      for (const select of feature.selects ?? []) claim(this.#selects, keyOf(select), select);
      for (const modal of feature.modals) claim(this.#modals, keyOf(modal), modal);
    }
  }

  command(name: string, subcommand: string | null): ChatCommand | undefined {
    return this.#commands.get(subcommand ? `${name} ${subcommand}` : name);
  }

  messageCommand(name: string): MessageCommand | undefined {
    return this.#messageCommands.get(name);
  }

  button(control: ControlName): ButtonRoute | undefined {
    return this.#buttons.get(keyOf(control));
  }

  select(control: ControlName): SelectRoute | undefined {
    return this.#selects.get(keyOf(control));
  }

  modal(control: ControlName): ModalRoute | undefined {
    return this.#modals.get(keyOf(control));
  }
}

/** What of a `custom_id` says who deals with it. */
export type ControlName = Pick<ButtonRoute, 'feature' | 'action'>;

function keyOf({ feature, action }: ControlName): string {
  return `${feature}:${action}`;
}

function claim<Route>(routes: Map<string, Route>, name: string, route: Route): void {
  if (routes.has(name)) throw new Error(`two features offer "${name}"`);
  routes.set(name, route);
}
