import { type APIAllowedMentions, type APIEmbed, MessageFlags } from 'discord-api-types/v10';
import type { Upload } from '../attachments.ts';
import { safeName } from '../attachments.ts';
import type { Core } from '../core.ts';
import { DiscordError, FormErrors, invalidForm, refuse } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { lengthOf } from '../text-length.ts';
import type { Channel, Mentions, Message, StoredFile } from '../world/model.ts';
import { checkComponents, checkMedia, displayedText, numbered, walk } from './components.ts';
import { checkEmbeds } from './embeds.ts';
import { checkAllowedMentions, mentionsOf, type Origin } from './mentions.ts';
import { checkVoiceMessage, isVoiceMessage, voiceNoteOf } from './voice-message.ts';

/** The documented fields that make up a message, of every endpoint that creates or edits one. */
export interface MessageBody {
  readonly content?: string | null;
  readonly embeds?: readonly APIEmbed[] | null;
  readonly components?: readonly JsonObject[] | null;
  readonly attachments?: readonly AttachmentNote[] | null;
  readonly allowed_mentions?: APIAllowedMentions | null;
  readonly flags?: number | null;
  readonly tts?: boolean | null;
  readonly poll?: unknown;
  readonly sticker_ids?: readonly string[] | null;
}

interface AttachmentNote {
  readonly id: string | number;
  readonly filename?: string | null;
  readonly description?: string | null;
  readonly title?: string | null;
  readonly is_spoiler?: boolean | null;
  readonly duration_secs?: number | null;
  readonly waveform?: string | null;
}

export interface Composing {
  readonly body: MessageBody;
  readonly uploads: ReadonlyMap<string, Upload>;
  readonly channel: Channel;
  readonly authorId: string;
  readonly origin: Origin;
  readonly repliesTo?: Message | undefined;
  /** The message being edited. */
  readonly previous?: Message;
}

export interface Composed {
  readonly content: string;
  readonly embeds: readonly APIEmbed[];
  readonly components: readonly JsonObject[];
  readonly files: readonly StoredFile[];
  readonly flags: number;
  readonly tts: boolean;
  readonly mentions: Mentions;
}

const settableFlags =
  MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications | MessageFlags.IsComponentsV2;
const editableFlags = MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2;

/** Checks a message that is to be sent or edited by Discord's rules and stores its files. Changes no message. */
export function compose(core: Core, composing: Composing): Composed {
  const { body, previous } = composing;
  const flags = flagsOf(composing);
  if (previous && isVoiceMessage(previous.flags)) throw refuse.voiceEdited();
  if (isVoiceMessage(flags)) checkVoiceMessage(core, composing);
  const isV2 = (flags & MessageFlags.IsComponentsV2) !== 0;
  const content = (body.content === undefined ? previous?.content : body.content?.trim()) ?? '';
  const embeds = (body.embeds === undefined ? previous?.embeds : body.embeds) ?? [];
  const components = (body.components === undefined ? previous?.components : body.components) ?? [];
  checkText(composing, content, embeds, isV2);
  checkAllowedMentions(body.allowed_mentions);
  const names = filenamesAfter(composing);
  checkComponents(components, isV2, (id) => core.world.findEmoji(id) !== undefined);
  checkMedia(components, names);
  checkEmbeds(embeds, names);
  if (content === '' && embeds.length + components.length + names.size === 0) throw refuse.emptyMessage();
  const files = storeFiles(core, composing, isVoiceMessage(flags));
  const shown = [content, ...[...walk(components)].map(({ component }) => displayedText(component))].join(
    '\n',
  );
  return {
    content,
    embeds,
    components: numbered(components),
    files,
    flags,
    tts: body.tts ?? previous?.tts ?? false,
    mentions:
      previous && body.content === undefined && body.components === undefined
        ? previous.mentions
        : mentionsOf(core.world, { ...composing, text: shown, allowed: body.allowed_mentions }),
  };
}

/** Answers to interactions lose the flag of a voice message, as Discord drops it there. */
function flagsOf({ body, previous, origin }: Composing): number {
  const asked = body.flags ?? 0;
  const voice = origin === 'channel' ? MessageFlags.IsVoiceMessage : 0;
  if (!previous) return asked & (settableFlags | voice);
  if (body.flags === undefined || body.flags === null) return previous.flags;
  if ((previous.flags & MessageFlags.IsComponentsV2) !== 0 && (asked & MessageFlags.IsComponentsV2) === 0)
    return (previous.flags & ~MessageFlags.SuppressEmbeds) | (asked & MessageFlags.SuppressEmbeds);
  return (previous.flags & ~editableFlags) | (asked & editableFlags);
}

function checkText({ body }: Composing, content: string, embeds: readonly APIEmbed[], isV2: boolean): void {
  const errors = new FormErrors();
  if (lengthOf(content) > 2000)
    errors.add(['content'], 'BASE_TYPE_MAX_LENGTH', 'Must be 2000 or fewer in length.');
  const legacy: Readonly<Record<string, boolean>> = {
    content: content !== '',
    embeds: embeds.length > 0,
    poll: Boolean(body.poll),
    sticker_ids: (body.sticker_ids?.length ?? 0) > 0,
  };
  for (const [field, used] of Object.entries(legacy)) {
    if (used && isV2)
      errors.add(
        [field],
        'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
        `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
      );
  }
  errors.throwIfAny();
  if (body.poll) throw new DiscordError(400, 520000, 'This stand-in has no polls');
  if (legacy.sticker_ids) throw new DiscordError(404, 10060, 'Unknown sticker');
}

function keptFiles({ body, previous }: Composing): readonly StoredFile[] {
  if (!previous) return [];
  if (body.attachments === undefined) return previous.files;
  const kept = new Set((body.attachments ?? []).map(({ id }) => String(id)));
  return previous.files.filter((file) => kept.has(file.id));
}

function noteFor({ body }: Composing, index: string): AttachmentNote | undefined {
  return body.attachments?.find(({ id }) => String(id) === index);
}

/** The names by which `attachment://` may refer to files; also checks that every note has its file. */
function filenamesAfter(composing: Composing): ReadonlySet<string> {
  const { body, uploads, previous } = composing;
  for (const [index, { id }] of (body.attachments ?? []).entries()) {
    const known = uploads.has(String(id)) || previous?.files.some((file) => file.id === String(id));
    if (!known)
      throw invalidForm(
        ['attachments', index, 'id'],
        'ATTACHMENT_NOT_FOUND',
        `Attachment data not found for id ${id}.`,
      );
  }
  const fresh = [...uploads].map(([index, upload]) =>
    safeName(noteFor(composing, index)?.filename ?? upload.filename),
  );
  return new Set([...keptFiles(composing).map((file) => file.filename), ...fresh]);
}

function storeFiles(core: Core, composing: Composing, isVoice: boolean): readonly StoredFile[] {
  const kept = keptFiles(composing);
  const fresh = [...composing.uploads].map(([index, upload]) => {
    const note = noteFor(composing, index);
    return core.files.add(composing.channel.id, upload, {
      filename: note?.filename ?? undefined,
      title: note?.title ?? undefined,
      description: note?.description ?? undefined,
      spoiler: note?.is_spoiler ?? undefined,
      voice: isVoice ? voiceNoteOf(note) : undefined,
    });
  });
  for (const file of composing.previous?.files ?? []) if (!kept.includes(file)) core.files.forget(file);
  return [...kept, ...fresh];
}
