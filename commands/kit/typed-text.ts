/** What was typed so far into another option of a command; anything but text counts as nothing. */
export function typedText(
  interaction: { readonly options: { get(name: string): { readonly value?: unknown } | null } },
  name: string,
): string | null {
  const value = interaction.options.get(name)?.value;
  return typeof value === 'string' ? value : null;
}
