/** Lead the server's clock must have before it is believed; more than any answer takes. Seconds. */
const asleep = 20

/** The age of a lease by the window's own clock. */
interface LeaseClock {
  /** Seconds since the lease was answered. */
  age: () => number
  /** Adopts the server's time from a response: the clock of a suspended device stopped. */
  adopt: (savedAt: string) => void
}

/**
 * Starts the clock of a lease as it is answered. It runs on when somebody sets the device's clock; against the
 * server's it is late by what the answer took, the same for every beat, so that stretches neither overlap nor lie in
 * the future.
 */
export function startLeaseClock(openedAt: string, now = () => performance.now()): LeaseClock {
  let zero = now()
  const age = () => (now() - zero) / 1000
  return {
    age,
    adopt(savedAt) {
      const lag = (Date.parse(savedAt) - Date.parse(openedAt)) / 1000 - age()
      if (lag > asleep) zero -= lag * 1000
    },
  }
}
