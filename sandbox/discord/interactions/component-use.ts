import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { Core } from '../core.ts';
import { invalidForm } from '../errors.ts';
import { type JsonObject, objectsIn } from '../json.ts';
import { isSelect, walk } from '../messages/components.ts';
import type { Channel, Message } from '../world/model.ts';
import { Resolved } from './resolved.ts';

export interface Click {
  readonly component_type: number;
  readonly custom_id: string;
  readonly values?: readonly string[] | undefined;
}

/** Checks a click or a selection against the message it is on. Returns the interaction's data. Throws 50035. */
export function checkClick(
  core: Core,
  userId: string,
  channel: Channel,
  message: Message,
  click: Click,
): JsonObject {
  const component = [...walk(message.components)]
    .map((placed) => placed.component)
    .find((candidate) => candidate.custom_id === click.custom_id && candidate.type === click.component_type);
  if (!component || component.style === ButtonStyle.Link || component.disabled === true)
    throw invalidForm(['data', 'custom_id'], 'COMPONENT_VALIDATION_FAILED', 'Component validation failed');
  const data = { component_type: click.component_type, custom_id: click.custom_id, id: component.id };
  if (!isSelect(component)) return data;
  const values = click.values ?? [];
  const resolved = new Resolved(core, channel, userId);
  if (!areChoosable(component, values, resolved))
    throw invalidForm(['data', 'values'], 'COMPONENT_VALIDATION_FAILED', 'Component validation failed');
  return { ...data, values, ...resolved.wire() };
}

/** Whether a select may be left with these values; adds what they stand for to `resolved`. */
export function areChoosable(select: JsonObject, values: readonly string[], resolved: Resolved): boolean {
  const least = Number(select.min_values ?? 1);
  const most = Number(select.max_values ?? 1);
  if (values.length < least || values.length > most || new Set(values).size < values.length) return false;
  const options = new Set(objectsIn(select.options).map((option) => option.value));
  return values.every((value) => {
    switch (select.type) {
      case ComponentType.StringSelect:
        return options.has(value);
      case ComponentType.UserSelect:
        return resolved.addUser(value);
      case ComponentType.RoleSelect:
        return resolved.addRole(value);
      case ComponentType.MentionableSelect:
        return resolved.addUser(value) || resolved.addRole(value);
      default:
        return resolved.addChannel(value);
    }
  });
}
