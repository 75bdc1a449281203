import { createContext, use } from 'react'

/** The urls and buttons the reader's role holds. */
export const Permissions = createContext<ReadonlySet<string>>(new Set())

/** Whether the reader's role holds a page or a button, written `<page>#<button>`: what shows the button. */
export function useMay(menu: string): boolean {
  return use(Permissions).has(menu)
}
