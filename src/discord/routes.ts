import type { ButtonRoute, ChatCommand, FeatureSurface, ModalRoute } from './command.ts';

/** Everything that features offer, found by name. */
export class Routes {
  readonly #commands = new Map<string, ChatCommand>();
  readonly #buttons = new Map<string, ButtonRoute>();
  readonly #modals = new Map<string, ModalRoute>();

  /** @throws {Error} when two features claim the same name: an error of ours, found at boot. */
  constructor(features: readonly FeatureSurface[]) {
    for (const feature of features) {
      for (const command of feature.commands) claim(this.#commands, command.path.join(' '), command);
      for (const button of feature.buttons)
        claim(this.#buttons, `${button.feature}:${button.action}`, button);
      for (const modal of feature.modals) claim(this.#modals, `${modal.feature}:${modal.action}`, modal);
    }
  }

  command(name: string, subcommand: string | null): ChatCommand | undefined {
    return this.#commands.get(subcommand ? `${name} ${subcommand}` : name);
  }

  button(feature: string, action: string): ButtonRoute | undefined {
    return this.#buttons.get(`${feature}:${action}`);
  }

  modal(feature: string, action: string): ModalRoute | undefined {
    return this.#modals.get(`${feature}:${action}`);
  }
}

function claim<Route>(routes: Map<string, Route>, name: string, route: Route): void {
  if (routes.has(name)) throw new Error(`two features offer "${name}"`);
  routes.set(name, route);
}
