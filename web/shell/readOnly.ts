import { createContext } from 'react'

/** Whether what is drawn belongs to a form that is there to be read. */
export const ReadOnly = createContext(false)
