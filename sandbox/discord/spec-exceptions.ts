/**
 * Where the published specification and Discord's written documentation disagree, and the documentation is right.
 * `field`: documented, absent from the specification. `digits`: documented as a string of digits, specified as a
 * number (Discord takes both). `number`: a snowflake that Discord also takes as a JSON number. `false`: a switch that
 * discord.js always sends; Discord ignores it where it has no meaning, and only as long as it is off is that harmless. `kept`: an attachment
 * that the message already has; its id counts, whatever else is said of it is ignored. `switch`: like `field`, and a
 * boolean.
 */
export interface SpecException {
  /** Names from the body's root; `*` is any one name or index, `**` any number of them. */
  readonly path: readonly string[];
  readonly kind: 'field' | 'digits' | 'number' | 'false' | 'kept' | 'switch';
  readonly reason: string;
}

export const specExceptions: readonly SpecException[] = [
  {
    path: ['nsfw'],
    kind: 'field',
    reason: 'Application commands: "nsfw" is a documented parameter of create, edit and bulk overwrite.',
  },
  {
    path: ['*', 'nsfw'],
    kind: 'field',
    reason: 'The same inside the list of a bulk overwrite.',
  },
  {
    path: ['default_member_permissions'],
    kind: 'digits',
    reason: 'Permissions are documented as "serialized as string" since API v8.',
  },
  { path: ['*', 'default_member_permissions'], kind: 'digits', reason: 'The same in a bulk overwrite.' },
  { path: ['permissions'], kind: 'digits', reason: 'Role permissions are strings since API v8.' },
  { path: ['allow'], kind: 'digits', reason: 'Overwrites are strings since API v8.' },
  { path: ['deny'], kind: 'digits', reason: 'Overwrites are strings since API v8.' },
  {
    path: ['permission_overwrites', '*', 'allow'],
    kind: 'digits',
    reason: 'Overwrites are strings since API v8.',
  },
  {
    path: ['permission_overwrites', '*', 'deny'],
    kind: 'digits',
    reason: 'Overwrites are strings since API v8.',
  },
  {
    path: ['attachments', '*', 'id'],
    kind: 'number',
    reason: 'Uploading Files: the placeholder id n of files[n] is a number in the documented examples.',
  },
  {
    path: ['data', 'attachments', '*', 'id'],
    kind: 'number',
    reason: 'The same inside an interaction response.',
  },
  { path: ['message', 'attachments', '*', 'id'], kind: 'number', reason: 'The same inside a forum thread.' },
  {
    path: ['attachments', '*'],
    kind: 'kept',
    reason:
      'Editing a message takes the attachment objects that were received; discord.js sends its own class.',
  },
  { path: ['data', 'attachments', '*'], kind: 'kept', reason: 'The same inside UPDATE_MESSAGE.' },
  { path: ['tts'], kind: 'false', reason: 'Sent with every message payload of discord.js, edits included.' },
  { path: ['enforce_nonce'], kind: 'false', reason: 'The same, in follow-ups and edits.' },
  { path: ['data', 'tts'], kind: 'false', reason: 'The same, in UPDATE_MESSAGE.' },
  { path: ['data', 'enforce_nonce'], kind: 'false', reason: 'The same, in interaction responses.' },
  { path: ['message', 'tts'], kind: 'false', reason: 'The same, in forum posts.' },
  { path: ['message', 'enforce_nonce'], kind: 'false', reason: 'The same, in forum posts.' },
  {
    path: ['message_reference', 'type'],
    kind: 'field',
    reason:
      'Message Reference Types: 0 for a reply and 1 for a forward; the specification has the first only.',
  },
  {
    path: ['**', 'emoji', 'animated'],
    kind: 'switch',
    reason:
      'Buttons and select options take a partial emoji: "name", "id", and "animated". discord.js sends all.',
  },
];
