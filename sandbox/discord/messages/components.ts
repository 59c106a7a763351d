import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { type FieldPath, FormErrors, invalidForm } from '../errors.ts';
import { type JsonObject, objectsIn, textIn } from '../json.ts';
import { lengthOf } from '../text-length.ts';
import { checkEmoji } from './emoji.ts';
import { checkScheme, linkSchemes } from './schemes.ts';

export interface PlacedComponent {
  readonly component: JsonObject;
  readonly path: FieldPath;
}

/** A component and everything inside it, outermost first. */
export function* walk(components: unknown, path: FieldPath = ['components']): Generator<PlacedComponent> {
  for (const [index, component] of objectsIn(components).entries())
    yield* walkOne(component, [...path, index]);
}

function* walkOne(component: JsonObject, path: FieldPath): Generator<PlacedComponent> {
  yield { component, path };
  yield* walk(component.components, [...path, 'components']);
  for (const key of ['accessory', 'component'] as const) {
    const inner = component[key];
    if (typeof inner === 'object' && inner !== null) yield* walkOne(inner as JsonObject, [...path, key]);
  }
}

const mostComponents = 40;
const mostText = 4000;

const selectTypes: ReadonlySet<unknown> = new Set([
  ComponentType.StringSelect,
  ComponentType.UserSelect,
  ComponentType.RoleSelect,
  ComponentType.MentionableSelect,
  ComponentType.ChannelSelect,
]);

export function isSelect(component: JsonObject): boolean {
  return selectTypes.has(component.type);
}

/** The rules of the component reference that a schema can't express. Throws 50035. */
export function checkComponents(
  components: readonly JsonObject[],
  isV2: boolean,
  isKnownEmoji: (id: string) => boolean,
): void {
  const errors = new FormErrors();
  const all = [...walk(components)];
  if (!isV2) checkLegacy(components, errors);
  if (isV2) checkV2Totals(all, errors);
  checkIds(all, errors);
  for (const { component, path } of all) {
    checkEmoji(component, path, isKnownEmoji, errors);
    if (component.type === ComponentType.ActionRow) checkRow(component, path, errors);
    if (component.type === ComponentType.Button) checkButton(component, path, errors);
    if (isSelect(component)) checkSelect(component, path, errors);
  }
  errors.throwIfAny();
}

function checkLegacy(components: readonly JsonObject[], errors: FormErrors): void {
  for (const [index, component] of components.entries()) {
    if (component.type !== ComponentType.ActionRow)
      errors.add(['components', index], 'UNION_TYPE_CHOICES', 'Value of field "type" must be one of (1,).');
  }
  if (components.length > 5)
    errors.add(['components'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.');
}

function checkV2Totals(all: readonly PlacedComponent[], errors: FormErrors): void {
  if (all.length > mostComponents)
    errors.add(
      ['components'],
      'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
      `The total number of components exceeds the maximum size of ${mostComponents}.`,
    );
  const text = all.reduce((sum, { component }) => sum + lengthOf(displayedText(component)), 0);
  if (text > mostText)
    errors.add(
      ['components'],
      'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
      `The total size of displayable text exceeds the maximum size of ${mostText}.`,
    );
}

export function displayedText(component: JsonObject): string {
  return component.type === ComponentType.TextDisplay ? (textIn(component.content) ?? '') : '';
}

export function checkIds(all: readonly PlacedComponent[], errors: FormErrors): void {
  const customIds = new Set<unknown>();
  const ids = new Set<unknown>();
  for (const { component, path } of all) {
    const customId = component.custom_id ?? undefined;
    if (customId !== undefined && customIds.has(customId))
      errors.add(
        [...path, 'custom_id'],
        'COMPONENT_CUSTOM_ID_DUPLICATED',
        'Component custom id cannot be duplicated.',
      );
    const id = component.id || undefined;
    if (id !== undefined && ids.has(id))
      errors.add([...path, 'id'], 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated.');
    customIds.add(customId);
    ids.add(id);
  }
}

function checkRow(row: JsonObject, path: FieldPath, errors: FormErrors): void {
  const inner = objectsIn(row.components);
  const selects = inner.filter(isSelect).length;
  if (selects > 0 && inner.length > 1)
    errors.add(
      [...path, 'components'],
      'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
      'The specified component exceeds the maximum width.',
    );
}

function checkButton(button: JsonObject, path: FieldPath, errors: FormErrors): void {
  const required = (field: string): void => {
    if (button[field] === undefined || button[field] === null)
      errors.add([...path, field], 'BASE_TYPE_REQUIRED', 'This field is required');
  };
  const unwanted = (field: string): void => {
    if (button[field] !== undefined && button[field] !== null)
      errors.add(
        [...path, field],
        'BUTTON_COMPONENT_FIELD_NOT_ALLOWED',
        `A button of this style has no "${field}".`,
      );
  };
  if (button.style === ButtonStyle.Link) {
    required('url');
    unwanted('custom_id');
    checkScheme(textIn(button.url), [...path, 'url'], linkSchemes, errors);
  } else if (button.style === ButtonStyle.Premium) {
    required('sku_id');
  } else {
    required('custom_id');
    unwanted('url');
  }
  const bare = !button.label && !button.emoji && button.style !== ButtonStyle.Premium;
  if (bare)
    errors.add(path, 'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED', 'A button needs a label or an emoji.');
}

function checkSelect(select: JsonObject, path: FieldPath, errors: FormErrors): void {
  checkBounds(select, path, 'values', errors);
  checkStringSelect(select, path, errors);
}

/** `min_…` must not be above `max_…`; what isn't given has Discord's default. */
export function checkBounds(
  component: JsonObject,
  path: FieldPath,
  of: 'values' | 'length',
  errors: FormErrors,
): void {
  const [low, high] = [component[`min_${of}`], component[`max_${of}`]];
  const least = Number(low ?? 0);
  const most = Number(high ?? (of === 'length' ? 4000 : low === undefined ? 1 : defaultMost(component)));
  if (least > most)
    errors.add(
      [...path, `min_${of}`],
      'NUMBER_TYPE_MAX',
      `int value should be less than or equal to ${most}.`,
    );
}

/** A checkbox group may have all of its options chosen, everything else one value. */
function defaultMost(component: JsonObject): number {
  return component.type === ComponentType.CheckboxGroup ? objectsIn(component.options).length : 1;
}

export function checkStringSelect(select: JsonObject, path: FieldPath, errors: FormErrors): void {
  if (select.type !== ComponentType.StringSelect) return;
  const most = Number(select.max_values ?? 1);
  const options = objectsIn(select.options);
  const values = options.map((option) => option.value);
  for (const [index, value] of values.entries()) {
    if (values.indexOf(value) < index)
      errors.add(
        [...path, 'options', index, 'value'],
        'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
        'The specified option value is already used',
      );
  }
  if (options.filter((option) => option.default === true).length > most)
    errors.add(
      [...path, 'options'],
      'SELECT_COMPONENT_TOO_MANY_DEFAULTS',
      'Too many options are the default.',
    );
  if (most > options.length)
    errors.add(
      [...path, 'max_values'],
      'NUMBER_TYPE_MAX',
      `int value should be less than or equal to ${options.length}.`,
    );
}

/** The same components with an `id` each, as Discord numbers them: given ids kept, the rest counted up from 1. */
export function numbered(components: readonly JsonObject[]): readonly JsonObject[] {
  const taken = new Set([...walk(components)].map(({ component }) => component.id));
  let last = 0;
  const next = (): number => {
    do last += 1;
    while (taken.has(last));
    return last;
  };
  const one = (component: JsonObject): JsonObject => {
    const id = component.id || next();
    const copy: Record<string, unknown> = { ...component, id };
    if (Array.isArray(component.components)) copy.components = objectsIn(component.components).map(one);
    for (const key of ['accessory', 'component'] as const) {
      const inner = component[key];
      if (typeof inner === 'object' && inner !== null) copy[key] = one(inner as JsonObject);
    }
    return copy;
  };
  return components.map(one);
}

/** Every media address in a component itself (not in those inside it): thumbnail, file, gallery items. */
export function mediaOf({ component, path }: PlacedComponent): readonly { url: string; path: FieldPath }[] {
  const found: { url: string; path: FieldPath }[] = [];
  const take = (media: unknown, at: FieldPath): void => {
    const url = typeof media === 'object' && media !== null ? textIn((media as JsonObject).url) : undefined;
    if (url !== undefined) found.push({ url, path: [...path, ...at, 'url'] });
  };
  take(component.media, ['media']);
  take(component.file, ['file']);
  for (const [index, item] of objectsIn(component.items).entries())
    take(item.media, ['items', index, 'media']);
  return found;
}

/** Throws 50035 for an `attachment://` file that the message doesn't have, and for a file from elsewhere. */
export function checkMedia(components: readonly JsonObject[], filenames: ReadonlySet<string>): void {
  for (const placed of walk(components)) {
    const isFile = placed.component.type === ComponentType.File;
    for (const { url, path } of mediaOf(placed)) checkOneMedia(url, path, isFile, filenames);
  }
}

function checkOneMedia(url: string, path: FieldPath, isFile: boolean, filenames: ReadonlySet<string>): void {
  const name = attachmentName(url);
  if (name === undefined) {
    if (!isFile && /^https?:\/\//.test(url)) return;
    const schemes = isFile ? "'attachment'," : "'http', 'https', 'attachment'";
    throw invalidForm(path, 'URL_TYPE_INVALID_SCHEME', `Scheme must be one of (${schemes}).`);
  }
  if (!filenames.has(name))
    throw invalidForm(
      path,
      'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
      `The referenced attachment "${name}" was not found.`,
    );
}

export function attachmentName(url: string): string | undefined {
  return url.startsWith('attachment://') ? url.slice('attachment://'.length) : undefined;
}
