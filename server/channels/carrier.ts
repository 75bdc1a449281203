import { withoutNumbers } from '../../contract/personalNumber.ts'

/** Way from a driver to its carrier: `fetch`, or the local carrier of this process. */
export type Transport = (request: Request) => Promise<Response>

/** A carrier did not take a message, with its own code; `again` where the same may succeed later. */
export class CarrierRefused extends Error {
  readonly code: string
  readonly again: boolean
  constructor(code: string, message: string, again = false) {
    super(`${code}: ${withoutNumbers(message).slice(0, 200)}`)
    this.code = code
    this.again = again
  }
  /** True if the carrier may have the message nevertheless: it did not answer, or failed inside. */
  get mayHaveTaken(): boolean {
    return this.again && /^(noAnswer$|InternalError)/.test(this.code)
  }
}

/** Milliseconds a carrier gets to answer. */
const timeout = 10_000

/** Sends a request and reads its JSON; what is no answer is a refusal that may be tried again, and names no number. */
export async function askCarrier(transport: Transport, request: Request): Promise<unknown> {
  try {
    const response = await transport(
      new Request(request, { redirect: 'error', signal: AbortSignal.timeout(timeout) }),
    )
    return JSON.parse(await response.text())
  } catch (error) {
    // Its cause may hold the address, and with that the number.
    const { name } = error as Error
    throw new CarrierRefused('noAnswer', name === 'TimeoutError' ? 'no answer in time' : 'no answer', true)
  }
}
