/** A feature that shares a room with others. */
export interface RoomFeature {
  readonly name: string;
  /** Higher is more important: it speaks first, and sets the channel's status line. */
  readonly rank: number;
}
