import type { OpenMenu } from '../app/chat-app.ts';
import type { CommandTarget } from '../wire/message.ts';

/** Where a menu opens, and what gets the focus back: at the pointer, or under the button that asked for it. */
export function menuAt(event: MouseEvent, target: CommandTarget): OpenMenu {
  const fromButton = event.currentTarget instanceof HTMLButtonElement ? event.currentTarget : undefined;
  const box = fromButton?.getBoundingClientRect();
  const returnTo = fromButton ?? document.activeElement;
  return {
    target,
    x: box?.left ?? event.clientX,
    y: box?.bottom ?? event.clientY,
    returnTo: returnTo instanceof HTMLElement ? returnTo : undefined,
  };
}

/** Links in words, fields and selected text keep the browser's own menu, which can do more with them. */
export function keepsBrowserMenu(event: Event, host: Element): boolean {
  const path = event.composedPath();
  const inside = path.slice(0, path.indexOf(host)).filter((node) => node instanceof Element);
  if (inside.some((element) => element.matches('a[href]:not(.media-link), input, textarea, audio')))
    return true;
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(host, true);
}

/** Whether the pointer is on the picture or the name of who wrote a message. */
export function isOnAuthor(event: Event): boolean {
  return event
    .composedPath()
    .some(
      (node) => node instanceof Element && node.matches('.discord-author-avatar, .discord-author-username'),
    );
}
