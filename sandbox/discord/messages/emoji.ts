import type { FieldPath, FormErrors } from '../errors.ts';
import { isObject, type JsonObject, objectsIn, textIn } from '../json.ts';

const ofUnicode = /^(?:\p{RGI_Emoji}|\p{Emoji}\uFE0F?|\p{RI})$/v;

/** Whether a text is one emoji of Unicode, with or without its variation selector. */
export function isEmoji(text: string): boolean {
  return ofUnicode.test(text) && !/^[\d#*]\uFE0F?$/.test(text);
}

/** Emojis of a button and of a select's options: of Unicode by name, custom ones by an id that exists. */
export function checkEmoji(
  component: JsonObject,
  path: FieldPath,
  isKnown: (id: string) => boolean,
  errors: FormErrors,
): void {
  checkOne(component.emoji, [...path, 'emoji'], isKnown, errors);
  for (const [index, option] of objectsIn(component.options).entries())
    checkOne(option.emoji, [...path, 'options', index, 'emoji'], isKnown, errors);
}

function checkOne(
  emoji: unknown,
  path: FieldPath,
  isKnown: (id: string) => boolean,
  errors: FormErrors,
): void {
  if (!isObject(emoji)) return;
  const id = textIn(emoji.id);
  const fits = id === undefined ? isEmoji(textIn(emoji.name) ?? '') : isKnown(id);
  if (!fits)
    errors.add(
      [...path, id === undefined ? 'name' : 'id'],
      'BUTTON_COMPONENT_INVALID_EMOJI',
      'Invalid emoji',
    );
}
