/** Filters of the register. */
export type PrintFilter = Record<string, unknown>

/** The valid ones of what a filter matches, since others are never printed; null where it leaves none. */
export function validOf(filter: PrintFilter): PrintFilter | null {
  const { status } = filter
  if (Array.isArray(status) && !status.includes('valid')) return null
  return { ...filter, status: ['valid'] }
}
