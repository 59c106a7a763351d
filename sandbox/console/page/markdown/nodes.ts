/** Chat markdown as the page draws it: nothing in here is markup, every string is shown as text. */
export type MarkdownNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'styled'; readonly style: InlineStyle; readonly content: readonly MarkdownNode[] }
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly content: readonly MarkdownNode[] }
  | { readonly kind: 'quote'; readonly content: readonly MarkdownNode[] }
  | {
      readonly kind: 'list';
      readonly start: number | undefined;
      readonly items: readonly (readonly MarkdownNode[])[];
    }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'code-block'; readonly language: string | undefined; readonly text: string }
  | { readonly kind: 'link'; readonly href: string; readonly content: readonly MarkdownNode[] }
  | { readonly kind: 'mention'; readonly target: 'user' | 'channel' | 'role'; readonly id: string }
  | { readonly kind: 'ping'; readonly everyone: boolean }
  | { readonly kind: 'command'; readonly name: string; readonly id: string }
  | { readonly kind: 'time'; readonly atMs: number; readonly format: TimeFormat }
  | { readonly kind: 'emoji'; readonly name: string; readonly id: string };

export type InlineStyle = 'strong' | 'em' | 'underline' | 'strike' | 'spoiler' | 'subtext';

/** Timestamp styles of `<t:…:x>`. */
export type TimeFormat = 't' | 'T' | 'd' | 'D' | 'f' | 'F' | 'R';
