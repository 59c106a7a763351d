import {
  type ChatInputCommandInteraction,
  DiscordAPIError,
  DiscordjsError,
  HTTPError,
  type MessageComponentInteraction,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  RateLimitError,
  type RepliableInteraction,
} from 'discord.js';
import { Refusal } from '../refusal/refusal.ts';
import type {
  Acknowledge,
  ButtonRoute,
  CallFrame,
  ChatCommand,
  ControlRoute,
  FeatureSurface,
  MessageCommand,
  ModalRoute,
  SelectRoute,
} from './command.ts';
import type { Guard } from './guards.ts';
import { parseCustomId } from './layout.ts';

/** What to do with an interaction, once its handler is known. */
interface Plan {
  /** For the log. */
  readonly name: string;
  /** What was used, and how: `command video text`, `button video:again`. */
  readonly usage: string;
  readonly guards: readonly Guard[];
  /** Runs after the same person's earlier requests in that line. */
  readonly line?: string | undefined;
  /** The first answer, which Discord waits for. */
  acknowledge(): Promise<void>;
  run(): Promise<void>;
}

/** @throws {Refusal} if nothing handles it: a command or control of another release */
export function planOf(interaction: RepliableInteraction<'cached'>, routes: Routes, frame: CallFrame): Plan {
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
    usage: `command ${command.path.join(' ')}`,
    guards: command.guards ?? [],
    line: command.line,
    acknowledge: async () => {
      if (!command.opensModal?.(interaction)) await deferReply(interaction, command.reply);
    },
    run: () => command.run({ ...frame, interaction }),
  };
}

function messageCommandPlan(
  interaction: MessageContextMenuCommandInteraction<'cached'>,
  routes: Routes,
  frame: CallFrame,
): Plan {
  const command = routes.messageCommands.get(interaction.commandName);
  if (!command) throw new Refusal({ code: 'command-unknown' });
  const { name, guards = [], line, reply } = command;
  return {
    name,
    usage: `menu ${name}`,
    guards,
    line,
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
    const { id, route, ...control } = resolved('button', interaction, routes.buttons);
    return {
      ...control,
      acknowledge: () => acknowledgeControl(interaction, route.acknowledge),
      run: () => route.run({ ...frame, interaction, id }),
    };
  }
  if (interaction.isAnySelectMenu()) {
    const { id, route, ...control } = resolved('select', interaction, routes.selects);
    return {
      ...control,
      acknowledge: () => acknowledgeControl(interaction, route.acknowledge),
      run: () => route.run({ ...frame, interaction, id, values: interaction.values }),
    };
  }
  throw new Refusal({ code: 'control-expired' });
}

function modalPlan(interaction: ModalSubmitInteraction<'cached'>, routes: Routes, frame: CallFrame): Plan {
  const { id, route, ...control } = resolved('modal', interaction, routes.modals);
  return {
    ...control,
    acknowledge: async () => {
      if (route.reply !== 'update') await deferReply(interaction, route.reply);
      else if (interaction.isFromMessage()) await deferUpdate(interaction);
      else await deferReply(interaction, 'private');
    },
    run: () => route.run({ ...frame, interaction, id }),
  };
}

async function acknowledgeControl(interaction: MessageComponentInteraction, how: Acknowledge): Promise<void> {
  if (how === 'update') await deferUpdate(interaction);
  else if (how !== 'none') await deferReply(interaction, how);
}

/** A control's route, by its `custom_id`, and what every plan for one has. */
function resolved<Route extends ControlRoute>(
  kind: string,
  { customId }: { readonly customId: string },
  routes: ReadonlyMap<string, Route>,
) {
  const control = parseCustomId(customId);
  const name = control ? keyOf(control) : '';
  const route = routes.get(name);
  if (!control || !route) throw new Refusal({ code: 'control-expired' });
  return { id: control.id, route, name, usage: `${kind} ${name}`, guards: route.guards ?? [] };
}

/** Everything that features offer, by name. */
export class Routes {
  readonly commands = new Map<string, ChatCommand>();
  readonly messageCommands = new Map<string, MessageCommand>();
  readonly buttons = new Map<string, ButtonRoute>();
  readonly selects = new Map<string, SelectRoute>();
  readonly modals = new Map<string, ModalRoute>();

  /** @throws {Error} if two features claim the same name: our own mistake, found at boot */
  constructor(features: readonly FeatureSurface[]) {
    for (const feature of features) {
      for (const command of feature.commands) claim(this.commands, command.path.join(' '), command);
      for (const command of feature.messageCommands ?? []) claim(this.messageCommands, command.name, command);
      for (const button of feature.buttons) claim(this.buttons, keyOf(button), button);
      for (const select of feature.selects ?? []) claim(this.selects, keyOf(select), select);
      for (const modal of feature.modals) claim(this.modals, keyOf(modal), modal);
    }
  }

  command(name: string, subcommand: string | null): ChatCommand | undefined {
    return this.commands.get(subcommand ? `${name} ${subcommand}` : name);
  }
}

function keyOf({ feature, action }: ControlRoute): string {
  return `${feature}:${action}`;
}

function claim<Route>(routes: Map<string, Route>, name: string, route: Route): void {
  if (routes.has(name)) throw new Error(`two features offer "${name}"`);
  routes.set(name, route);
}

/** The part of an interaction that's needed to defer it. */
interface Deferrable {
  deferReply(options: { flags?: MessageFlags.Ephemeral }): Promise<unknown>;
}

interface UpdateDeferrable {
  deferUpdate(): Promise<unknown>;
}

/** "… is thinking", for everybody or only the person. */
export async function deferReply(interaction: Deferrable, how: 'public' | 'private'): Promise<void> {
  await surely(() => interaction.deferReply(how === 'private' ? { flags: MessageFlags.Ephemeral } : {}));
}

/** Acknowledges a control without changing its message. */
export async function deferUpdate(interaction: UpdateDeferrable): Promise<void> {
  await surely(() => interaction.deferUpdate());
}

/**
 * discord.js repeats after some broken connections but not others, and a deferral is worth a second attempt after any.
 * `requests.ts` handles the case where the first one did arrive.
 */
async function surely(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (isAnswer(error)) throw error;
    await send();
  }
}

/** Discord answered, or discord.js refused without asking it: the connection isn't broken. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof DiscordAPIError ||
    error instanceof HTTPError ||
    error instanceof RateLimitError ||
    error instanceof DiscordjsError
  );
}
