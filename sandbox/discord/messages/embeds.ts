import type { APIEmbed } from 'discord-api-types/v10';
import { type FieldPath, FormErrors } from '../errors.ts';
import { lengthOf } from '../text-length.ts';
import { attachmentName } from './components.ts';
import { checkScheme, webSchemes } from './schemes.ts';

const mostCharacters = 6000;

/** The embed limits that the schema doesn't have: not empty, 6,000 characters together, files that exist. */
export function checkEmbeds(embeds: readonly APIEmbed[], filenames: ReadonlySet<string>): void {
  const errors = new FormErrors();
  for (const [index, embed] of embeds.entries()) {
    if (
      !Object.entries(embed).some(([key, value]) => key !== 'type' && value !== null && value !== undefined)
    )
      errors.add(['embeds', index, 'description'], 'BASE_TYPE_REQUIRED', 'This field is required');
    for (const [at, field] of (embed.fields ?? []).entries())
      for (const key of ['name', 'value'] as const)
        if (field[key].trim() === '')
          errors.add(['embeds', index, 'fields', at, key], 'BASE_TYPE_REQUIRED', 'This field is required');
    checkAddresses(embed, ['embeds', index], filenames, errors);
  }
  if (embeds.reduce((sum, embed) => sum + charactersOf(embed), 0) > mostCharacters)
    errors.add(['embeds'], 'MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${mostCharacters}`);
  errors.throwIfAny();
}

/** Links lead into the web; pictures come from there or are files of the message. */
function checkAddresses(
  embed: APIEmbed,
  at: FieldPath,
  filenames: ReadonlySet<string>,
  errors: FormErrors,
): void {
  for (const { url, path } of mediaUrls(embed)) {
    const name = attachmentName(url);
    if (name === undefined) checkScheme(url, [...at, ...path], webSchemes, errors);
    else if (!filenames.has(name))
      errors.add(
        [...at, ...path],
        'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
        `The referenced attachment "${name}" was not found.`,
      );
  }
  checkScheme(embed.url, [...at, 'url'], webSchemes, errors);
  checkScheme(embed.author?.url, [...at, 'author', 'url'], webSchemes, errors);
}

function charactersOf(embed: APIEmbed): number {
  const fields = (embed.fields ?? []).reduce(
    (sum, { name, value }) => sum + lengthOf(name.trim()) + lengthOf(value.trim()),
    0,
  );
  const texts = [embed.title, embed.description, embed.footer?.text, embed.author?.name];
  return texts.reduce((sum, text) => sum + lengthOf((text ?? '').trim()), fields);
}

function mediaUrls(embed: APIEmbed): readonly { readonly url: string; readonly path: FieldPath }[] {
  const found: { url: string; path: FieldPath }[] = [];
  if (embed.image?.url) found.push({ url: embed.image.url, path: ['image', 'url'] });
  if (embed.thumbnail?.url) found.push({ url: embed.thumbnail.url, path: ['thumbnail', 'url'] });
  if (embed.footer?.icon_url) found.push({ url: embed.footer.icon_url, path: ['footer', 'icon_url'] });
  if (embed.author?.icon_url) found.push({ url: embed.author.icon_url, path: ['author', 'icon_url'] });
  return found;
}

/** The names of files that embeds show; Discord lists those no longer among the message's attachments. */
export function filesShownIn(embeds: readonly APIEmbed[]): ReadonlySet<string> {
  const names = embeds.flatMap((embed) => mediaUrls(embed).map(({ url }) => attachmentName(url)));
  return new Set(names.filter((name) => name !== undefined));
}
