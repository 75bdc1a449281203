/** Widths of dialogs and drawers at a desk, in pixels; a phone gives them what it has. */
export const dialogWidths = {
  narrow: 520,
  middle: 680,
  wide: 860,
  /** A page of the portal as its visitors see it. */
  page: 1100,
}
export type DialogSize = keyof typeof dialogWidths
