/** With one of these open or under the cursor, people type there. */
const ownTyping =
  'input, textarea, select, [contenteditable], dialog, [role=menu], [role=listbox], [role=combobox]';

/** A letter typed where nothing takes text is meant for the composer, as in the chat clients people know. */
export function meansComposer(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  if ([...event.key].length !== 1) return false;
  const { target } = event;
  if (!(target instanceof Element) || target.closest(ownTyping)) return false;
  // On a button, a link or a video the space bar presses or plays.
  return event.key !== ' ' || target === document.body;
}

/** Opening a channel leads to the composer, but not where that would raise a keyboard over half of the screen. */
export function composerComesFirst(): boolean {
  return matchMedia('(min-width: 901px)').matches;
}
