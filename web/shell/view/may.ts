import { createContext, use } from 'react'
import type { Call } from '../../../contract/call.ts'
import type { Permission } from '../../../contract/menu.ts'

/** The urls and buttons the reader's role holds. */
export const Permissions = createContext<ReadonlySet<string>>(new Set())

/** The permissions whose pages the product has: a role may be given these. */
export const BuiltPages = createContext<ReadonlySet<string>>(new Set())

/** True if the reader's session has the whole project, and not a unit's part of it. */
export const WholeProject = createContext(true)

/**
 * True if the reader may open a page, or make a call as it declares itself: the role holds what allows it,
 * and where the call needs the whole project the session has that. Decides whether the link to the page or
 * the button of the call is shown.
 */
export function useMay(what: Permission | Pick<Call, 'allow' | 'wholeProject'>): boolean {
  const held = use(Permissions)
  const hasAll = use(WholeProject)
  if (typeof what === 'string') return held.has(what)
  const { allow, wholeProject } = what
  const isAllowed =
    allow === 'public' || allow === 'signed-in' || [allow].flat().some((permission) => held.has(permission))
  return isAllowed && (hasAll || !wholeProject)
}
