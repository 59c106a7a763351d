/** Message and modal components of API v10; the discriminant is the wire's own number. */
export const componentTypes = {
  actionRow: 1,
  button: 2,
  stringSelect: 3,
  textInput: 4,
  userSelect: 5,
  roleSelect: 6,
  mentionableSelect: 7,
  channelSelect: 8,
  section: 9,
  textDisplay: 10,
  thumbnail: 11,
  mediaGallery: 12,
  file: 13,
  separator: 14,
  container: 17,
  label: 18,
  fileUpload: 19,
  radioGroup: 21,
  checkboxGroup: 22,
  checkbox: 23,
} as const;

export const buttonStyles = { primary: 1, secondary: 2, success: 3, danger: 4, link: 5, premium: 6 } as const;

export interface PartialEmoji {
  readonly id?: string | null;
  readonly name?: string | null;
}

export interface MediaItem {
  readonly url: string;
  readonly content_type?: string | null;
  readonly width?: number | null;
  readonly height?: number | null;
}

export interface Button {
  readonly type: 2;
  readonly style: number;
  readonly label?: string;
  readonly emoji?: PartialEmoji;
  readonly custom_id?: string;
  readonly url?: string;
  readonly disabled?: boolean;
}

export interface SelectOption {
  readonly label: string;
  readonly value: string;
  readonly description?: string;
  readonly emoji?: PartialEmoji;
  readonly default?: boolean;
}

/** String (3), user (5), role (6), mentionable (7) and channel (8) selects. */
export interface Select {
  readonly type: 3 | 5 | 6 | 7 | 8;
  readonly custom_id: string;
  readonly placeholder?: string;
  readonly min_values?: number;
  readonly max_values?: number;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly options?: readonly SelectOption[];
  readonly channel_types?: readonly number[];
  readonly default_values?: readonly { readonly id: string; readonly type: string }[];
}

export interface TextInput {
  readonly type: 4;
  readonly custom_id: string;
  /** 1 short, 2 paragraph. */
  readonly style: number;
  /** Only outside a label component. */
  readonly label?: string;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly required?: boolean;
  readonly value?: string;
  readonly placeholder?: string;
}

export interface ActionRow {
  readonly type: 1;
  readonly components: readonly (Button | Select | TextInput)[];
}

export interface TextDisplay {
  readonly type: 10;
  readonly content: string;
}

export interface Thumbnail {
  readonly type: 11;
  readonly media: MediaItem;
  readonly description?: string | null;
  readonly spoiler?: boolean;
}

export interface Section {
  readonly type: 9;
  readonly components: readonly TextDisplay[];
  readonly accessory: Button | Thumbnail;
}

export interface MediaGallery {
  readonly type: 12;
  readonly items: readonly {
    readonly media: MediaItem;
    readonly description?: string | null;
    readonly spoiler?: boolean;
  }[];
}

export interface FileComponent {
  readonly type: 13;
  readonly file: MediaItem;
  readonly name?: string;
  readonly size?: number;
  readonly spoiler?: boolean;
}

export interface Separator {
  readonly type: 14;
  readonly divider?: boolean;
  /** 1 small, 2 large. */
  readonly spacing?: number;
}

export interface Container {
  readonly type: 17;
  readonly accent_color?: number | null;
  readonly spoiler?: boolean;
  readonly components: readonly MessageComponent[];
}

export type MessageComponent =
  | ActionRow
  | Button
  | Select
  | Section
  | TextDisplay
  | Thumbnail
  | MediaGallery
  | FileComponent
  | Separator
  | Container;

export interface GroupOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly default?: boolean;
}

export interface RadioGroup {
  readonly type: 21;
  readonly custom_id: string;
  readonly options: readonly GroupOption[];
  readonly required?: boolean;
}

export interface CheckboxGroup {
  readonly type: 22;
  readonly custom_id: string;
  readonly options: readonly GroupOption[];
  readonly min_values?: number;
  readonly max_values?: number;
  readonly required?: boolean;
}

export interface Checkbox {
  readonly type: 23;
  readonly custom_id: string;
  readonly default?: boolean;
}

export interface FileUpload {
  readonly type: 19;
  readonly custom_id: string;
  readonly min_values?: number;
  readonly max_values?: number;
  readonly required?: boolean;
  readonly file_types?: readonly string[];
}

export type ModalField = TextInput | Select | RadioGroup | CheckboxGroup | Checkbox | FileUpload;

export interface Label {
  readonly type: 18;
  readonly label: string;
  readonly description?: string;
  readonly component: ModalField;
}

export type ModalComponent = ActionRow | Label | TextDisplay;
