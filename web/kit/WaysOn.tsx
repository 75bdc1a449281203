import { createContext, type ReactNode, useContext } from 'react'

const OfferedWays = createContext<ReactNode>(null)

/** Sets what every dead end inside offers: links that lead on, and who can help. */
export const WaysOnProvider = OfferedWays.Provider

/** The ways on from a dead end; nothing where none are offered. */
export function WaysOn() {
  const ways = useContext(OfferedWays)
  return ways && <div className="k-ways">{ways}</div>
}
