import type {
  ChatInputCommandInteraction,
  MessageComponentInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
  RepliableInteraction,
} from 'discord.js';
import { Refusal } from '../refusal/refusal.ts';
import { deferReply, deferUpdate } from './acknowledgement.ts';
import type { Acknowledge, CallFrame } from './command.ts';
import { parseCustomId } from './custom-id.ts';
import type { Guard } from './guard.ts';
import type { ControlName, Routes } from './routes.ts';

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
  if (interaction.isChatInputCommand()) return chatCommandPlan(interaction, routes, frame);
  if (interaction.isMessageContextMenuCommand()) return messageCommandPlan(interaction, routes, frame);
  if (interaction.isMessageComponent()) return controlPlan(interaction, routes, frame);
  if (interaction.isModalSubmit()) return modalPlan(interaction, routes, frame);
  throw new Refusal({ code: 'command-unknown' });
}

function chatCommandPlan(
  interaction: ChatInputCommandInteraction<'cached'>,
  routes: Routes,
  frame: CallFrame,
): Plan {
  const command = routes.command(interaction.commandName, interaction.options.getSubcommand(false));
  if (!command) throw new Refusal({ code: 'command-unknown' });
  return {
    name: command.path.join(' '),
    guards: command.guards,
    acknowledge: () => deferReply(interaction, command.reply),
    run: () => command.run({ ...frame, interaction }),
  };
}

function messageCommandPlan(
  interaction: MessageContextMenuCommandInteraction<'cached'>,
  routes: Routes,
  frame: CallFrame,
): Plan {
  const command = routes.messageCommand(interaction.commandName);
  if (!command) throw new Refusal({ code: 'command-unknown' });
  const { name, guards, reply } = command;
  return {
    name,
    guards,
    acknowledge: async () => {
      if (reply !== 'modal') await deferReply(interaction, reply);
    },
    run: () => command.run({ ...frame, interaction }),
  };
}

function controlPlan(
  interaction: MessageComponentInteraction<'cached'>,
  routes: Routes,
  frame: CallFrame,
): Plan {
  if (interaction.isButton()) {
    const { id, route } = resolved(interaction.customId, (control) => routes.button(control));
    return {
      name: nameOf(route),
      guards: route.guards,
      acknowledge: () => acknowledgeControl(interaction, route.acknowledge),
      run: () => route.run({ ...frame, interaction, id }),
    };
  }
  if (interaction.isStringSelectMenu()) {
    const { id, route } = resolved(interaction.customId, (control) => routes.select(control));
    return {
      name: nameOf(route),
      guards: route.guards,
      acknowledge: () => acknowledgeControl(interaction, route.acknowledge),
      run: () => route.run({ ...frame, interaction, id, values: interaction.values }),
    };
  }
  throw new Refusal({ code: 'control-expired' });
}

function modalPlan(interaction: ModalSubmitInteraction<'cached'>, routes: Routes, frame: CallFrame): Plan {
  const { id, route } = resolved(interaction.customId, (control) => routes.modal(control));
  return {
    name: nameOf(route),
    guards: route.guards,
    acknowledge: () => deferReply(interaction, route.reply),
    run: () => route.run({ ...frame, interaction, id }),
  };
}

async function acknowledgeControl(interaction: MessageComponentInteraction, how: Acknowledge): Promise<void> {
  if (how === 'update') await deferUpdate(interaction);
  else if (how !== 'none') await deferReply(interaction, how);
}

function nameOf({ feature, action }: ControlName): string {
  return `${feature}:${action}`;
}

function resolved<Route>(
  customId: string,
  find: (control: ControlName) => Route | undefined,
): { readonly id: string; readonly route: Route } {
  const parsed = parseCustomId(customId);
  const route = parsed && find(parsed);
  if (!parsed || !route) throw new Refusal({ code: 'control-expired' });
  return { id: parsed.id, route };
}
