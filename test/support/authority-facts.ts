import {
  type AuthorityStage,
  type Name,
  names,
  type Outcome,
  type PlaceName,
  places,
} from './authority-stage.ts';

/**
 * Who is what on the stage, written down a second time and from the rules: nothing of `src/authority/` is used here.
 * The member is nobody special; the newcomer has Manage Messages in `tended` alone; the moderator a role with it.
 */
const seenBy: Readonly<Record<Name, readonly PlaceName[]>> = {
  owner: ['open', 'tended', 'staff', 'secret'],
  moderator: ['open', 'tended', 'staff'],
  newcomer: ['open', 'tended'],
  member: ['open', 'tended'],
};
const moderatedBy: Readonly<Record<Name, readonly PlaceName[]>> = {
  owner: ['open', 'tended', 'staff', 'secret'],
  moderator: ['open', 'tended', 'staff'],
  newcomer: ['tended'],
  member: [],
};
export const moderators: readonly Name[] = ['owner', 'moderator'];

export interface Case {
  readonly who: Name;
  /** In which channel they act. */
  readonly from: PlaceName;
  readonly owner: Name;
  /** Where the thing lives. */
  readonly place: PlaceName;
}

export const isOwn = ({ who, owner }: Case) => who === owner;
export const isSeen = ({ who, place }: Case) => seenBy[who].includes(place);
export const isModerated = ({ who, place }: Case) => moderatedBy[who].includes(place);
export const sees = (who: Name, place: PlaceName) => seenBy[who].includes(place);

/** What the rules of `docs/permissions.md` say about somebody's thing in a channel. */
export const rules = {
  knows: (each: Case) => isOwn(each) || isSeen(each),
  decides: (each: Case) => isOwn(each) || isModerated(each),
  brings: (each: Case) => isOwn(each) || isModerated(each) || (isSeen(each) && each.from === each.place),
} as const;
export type Rule = keyof typeof rules;

/** Everybody, about their own and somebody else's thing in each channel, from there and from elsewhere. */
export const cases: readonly Case[] = names.flatMap((who) =>
  places.flatMap((place) =>
    [who, who === 'member' ? ('moderator' as const) : ('member' as const)].flatMap((owner) =>
      [place, place === 'open' ? ('tended' as const) : ('open' as const)].map((from) => ({
        who,
        from,
        owner,
        place,
      })),
    ),
  ),
);

export const caseName = ({ who, from, owner, place }: Case) =>
  `${who} in ${from}, about something of ${owner} in ${place}`;

/** Without what differs from call to call. */
export function plain({ text }: Outcome): string {
  return text
    .replace(/[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/g, 'REFERENCE')
    .replace(/"(id|nonce)":"[^"]*"/g, '');
}

/** One way to one control or command; yields what is wrong with how it was answered. */
export type Row = (stage: AuthorityStage) => AsyncIterable<string>;
export type Attempt = (stage: AuthorityStage, who: Name) => Promise<Outcome>;

/** One way that is tried in several manners. */
export function eachOf(...rows: readonly Row[]): Row {
  return async function* (stage) {
    for (const row of rows) yield* row(stage);
  };
}

/**
 * Does everybody who may get through, and nobody else? Who may not learns which permission would help.
 * @param permission as Chinese readers call it
 */
export function forNames(may: (who: Name) => boolean, permission: string, attempt: Attempt): Row {
  return async function* (stage) {
    for (const who of names) {
      const outcome = await attempt(stage, who);
      const isDenied = outcome.refused && /你需要|只有/.test(outcome.text);
      if (isDenied === may(who)) yield `${who}: ${plain(outcome)}`;
      if (isDenied && !outcome.text.includes(permission)) yield `${who} is not told: ${plain(outcome)}`;
    }
  };
}

/** Nothing about it needs a permission. */
export function forEverybody(attempt: Attempt): Row {
  return forNames(() => true, '', attempt);
}

/** @param permission as Chinese readers call it: Manage Messages, or Manage Server */
export function forModerators(permission: '管理消息' | '管理服务器', attempt: Attempt): Row {
  return forNames((who) => moderators.includes(who), permission, attempt);
}

export const command =
  (path: string, values: Readonly<Record<string, string | number | boolean>> = {}): Attempt =>
  (stage, who) =>
    stage.command(who, 'open', path, values);
export const press =
  (control: string): Attempt =>
  (stage, who) =>
    stage.press(who, 'open', control);
export const suggest =
  (path: string, option: string): Attempt =>
  (stage, who) =>
    stage.suggest(who, 'open', path, option);
/** On the message that somebody wrote. */
export const menu =
  (name: string): Attempt =>
  (stage, who) =>
    stage.useOn(who, 'open', name, stage.written);
