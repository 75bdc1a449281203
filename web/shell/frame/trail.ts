/** A step of the way to a page, the page itself last. */
export interface Step {
  title: string
  path: string
  /** A heading without a page of its own. */
  noRedirect?: boolean
}

/** True if a step of the breadcrumb can be clicked: never a heading, and never the last. */
export function isLink(trail: readonly Step[], at: number): boolean {
  return at < trail.length - 1 && !trail[at]!.noRedirect
}
