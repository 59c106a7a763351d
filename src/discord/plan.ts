import type { ButtonInteraction, ModalSubmitInteraction, RepliableInteraction } from 'discord.js';
import { deferReply, deferUpdate } from './acknowledgement.ts';
import type { ButtonRoute, CallFrame, ModalRoute } from './command.ts';
import { type CustomId, parseCustomId } from './custom-id.ts';
import type { Guard } from './guard.ts';
import { Refusal } from './refusal.ts';
import type { Routes } from './routes.ts';

/** What an interaction comes down to, once it is known who deals with it. */
export interface Plan {
  /** For the log. */
  readonly name: string;
  readonly guards: readonly Guard[];
  /** The first answer that Discord waits for. */
  acknowledge(): Promise<void>;
  run(): Promise<void>;
}

/** @throws {Refusal} when nobody deals with it: outside a server, a command or control of another release. */
export function planOf(interaction: RepliableInteraction, routes: Routes, frame: CallFrame): Plan {
  if (!interaction.inCachedGuild()) throw new Refusal({ code: 'guild-only' });
  if (interaction.isChatInputCommand()) {
    const command = routes.command(interaction.commandName, interaction.options.getSubcommand(false));
    if (!command) throw new Refusal({ code: 'command-unknown' });
    return {
      name: command.path.join(' '),
      guards: command.guards,
      acknowledge: () => deferReply(interaction, command.reply),
      run: () => command.run({ ...frame, interaction }),
    };
  }
  if (interaction.isButton()) {
    const { customId, route } = controlOf(interaction.customId, (feature, action) =>
      routes.button(feature, action),
    );
    return planOfButton(interaction, route, customId.id, frame);
  }
  if (interaction.isModalSubmit()) {
    const { customId, route } = controlOf(interaction.customId, (feature, action) =>
      routes.modal(feature, action),
    );
    return planOfModal(interaction, route, customId.id, frame);
  }
  throw new Refusal({ code: interaction.isMessageComponent() ? 'control-expired' : 'command-unknown' });
}

function planOfButton(
  interaction: ButtonInteraction<'cached'>,
  route: ButtonRoute,
  id: string,
  frame: CallFrame,
): Plan {
  const acknowledgements: Record<ButtonRoute['acknowledge'], () => Promise<void>> = {
    update: () => deferUpdate(interaction),
    private: () => deferReply(interaction, 'private'),
    none: async () => {},
  };
  return {
    name: `${route.feature}:${route.action}`,
    guards: route.guards,
    acknowledge: acknowledgements[route.acknowledge],
    run: () => route.run({ ...frame, interaction, id }),
  };
}

function planOfModal(
  interaction: ModalSubmitInteraction<'cached'>,
  route: ModalRoute,
  id: string,
  frame: CallFrame,
): Plan {
  return {
    name: `${route.feature}:${route.action}`,
    guards: route.guards,
    acknowledge: () => deferReply(interaction, route.reply),
    run: () => route.run({ ...frame, interaction, id }),
  };
}

function controlOf<Route>(
  text: string,
  find: (feature: string, action: string) => Route | undefined,
): { readonly customId: CustomId; readonly route: Route } {
  const customId = parseCustomId(text);
  const route = customId && find(customId.feature, customId.action);
  if (!customId || !route) throw new Refusal({ code: 'control-expired' });
  return { customId, route };
}
