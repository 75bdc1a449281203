import { createContext } from 'react'

/** Identifier of the account whose choices are remembered. */
export const Reader = createContext('')
