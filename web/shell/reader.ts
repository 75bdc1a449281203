import { createContext } from 'react'

/** Whose choices are remembered: the account's identifier. */
export const Reader = createContext('')
