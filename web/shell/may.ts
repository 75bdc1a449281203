import { createContext, use } from 'react'
import type { Call } from '../../contract/call.ts'

/** The urls and buttons the reader's role holds. */
export const Permissions = createContext<ReadonlySet<string>>(new Set())

/** Whether the reader's session has the whole project, and not a unit's part of it. */
export const WholeProject = createContext(true)

/** Whether the reader's role holds a page or a button, written `<page>#<button>`: what shows the button. */
export function useMay(menu: string): boolean {
  return use(Permissions).has(menu)
}

/**
 * Whether the reader may make a call, as it declares itself: the role holds what allows it, and where it needs the whole
 * project the session has that. What shows the button of such a call.
 */
export function useMayCall({ allow, wholeProject }: Pick<Call, 'allow' | 'wholeProject'>): boolean {
  const held = use(Permissions)
  const hasAll = use(WholeProject)
  const isAllowed =
    allow === 'public' || allow === 'signed-in' || [allow].flat().some((menu) => held.has(menu))
  return isAllowed && (hasAll || !wholeProject)
}
