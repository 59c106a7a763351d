import { stripDeceptive } from '../../discord/escape.ts';
import type { Language } from '../../language/languages.ts';

const longestRoom = 40;

/** By what people know a thread by: its room and when it began, in the time zone of this machine. */
export function threadName(
  {
    title,
    room,
    part,
  }: { readonly title: string; readonly room: string; readonly part?: string | undefined },
  at: number,
  language: Language,
): string {
  const when = new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
  const name = Array.from(stripDeceptive(room).replace(/\s+/g, ' ').trim()).slice(0, longestRoom).join('');
  return [title, name, when, part].filter((each) => each !== undefined && each !== '').join(' · ');
}
