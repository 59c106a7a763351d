import { PermissionFlagsBits as Bits, MessageFlags } from 'discord-api-types/v10';
import type { Upload } from '../attachments.ts';
import type { Core } from '../core.ts';
import { refuse } from '../errors.ts';
import { contentTypeOf } from '../media-type.ts';
import { has, permissionsIn } from '../permissions.ts';
import type { Channel, VoiceNote } from '../world/model.ts';

interface Speaking {
  readonly body: {
    readonly content?: string | null;
    readonly embeds?: readonly unknown[] | null;
    readonly components?: readonly unknown[] | null;
    readonly sticker_ids?: readonly string[] | null;
    readonly poll?: unknown;
    readonly attachments?: readonly AttachedVoice[] | null;
  };
  readonly uploads: ReadonlyMap<string, Upload>;
  readonly channel: Channel;
  readonly authorId: string;
}

interface AttachedVoice {
  readonly duration_secs?: number | null;
  readonly waveform?: string | null;
}

export const isVoiceMessage = (flags: number): boolean => (flags & MessageFlags.IsVoiceMessage) !== 0;

const mostPoints = 256;

/** "Voice messages" in the documentation of messages: nothing but sound, from an author who may send them. */
export function checkVoiceMessage(core: Core, { body, uploads, channel, authorId }: Speaking): void {
  if (!has(permissionsIn(core.world, authorId, channel), Bits.SendVoiceMessages))
    throw refuse.noVoiceMessagesHere();
  const others = [body.embeds, body.components, body.sticker_ids].flatMap((each) => each ?? []);
  if (body.content || body.poll || others.length > 0) throw refuse.voiceWithMore();
  const [upload, ...rest] = uploads.values();
  const isSound = upload && contentTypeOf(upload.bytes, upload.filename).startsWith('audio/');
  if (!isSound || rest.length > 0) throw refuse.notOneSound();
  const [note] = body.attachments ?? [];
  if (!voiceNoteOf(note)) throw refuse.voiceWithoutMetadata();
}

/** Undefined if something is missing or isn't a waveform. */
export function voiceNoteOf(note: AttachedVoice | undefined): VoiceNote | undefined {
  const { duration_secs: durationSecs, waveform } = note ?? {};
  if (typeof durationSecs !== 'number' || durationSecs <= 0 || !waveform) return undefined;
  const points = Buffer.from(waveform, 'base64');
  const isBase64 = points.toString('base64').replaceAll('=', '') === waveform.replaceAll('=', '');
  return isBase64 && points.length > 0 && points.length <= mostPoints
    ? { durationSecs, waveform }
    : undefined;
}
