import { createContext } from 'react'

/** True if what is drawn belongs to a form that is there to be read. */
export const ReadOnly = createContext(false)
