import type { User } from '../wire/places.ts';

const colours = ['#5865f2', '#3ba55c', '#c27c0e', '#d83c3e', '#a652bb', '#1f8b9d'] as const;

/** The picture of a user: their own, or a disc of their colour with their initial. */
export function avatarUrl(discordUrl: string, user: User): string {
  if (user.avatar) return `${discordUrl}/avatars/${user.id}/${user.avatar}.png?size=80`;
  return initialDisc(user.global_name ?? user.username, user.id);
}

function initialDisc(name: string, id: string): string {
  const colour = colours[digitSum(id) % colours.length] ?? colours[0];
  const initial = [...name.toUpperCase()].find((letter) => /\p{L}|\p{N}/u.test(letter)) ?? '?';
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="${colour}"/><text x="40" y="42" fill="#fff" font-family="Helvetica,Arial,sans-serif" font-size="38" font-weight="600" text-anchor="middle" dominant-baseline="central">${initial}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
}

function digitSum(id: string): number {
  return [...id].reduce((sum, digit, index) => sum + Number(digit) * (index + 1), 0);
}
