import { setTimeout as wait } from 'node:timers/promises'
import type { Call, Envelope, InputOf, OutputOf } from '../../../contract/call.ts'
import type { Random } from '../../../db/seed/content/random.ts'
import { limit, slowness } from '../../until.ts'

/** The server's final no to a call. */
export class Refused extends Error {
  readonly respCode: number
  readonly field: string | undefined
  constructor(path: string, { respCode, respDesc, field }: Envelope) {
    super(`${path}: ${respCode} ${respDesc}`)
    this.respCode = respCode
    this.field = field
  }
}

/** Troubles that clients met. */
export interface Trouble {
  /** Attempts without a response, or with one that requires a retry. */
  retries: number
}

/** A learner's browser: repeats every request, with the same numbers, until it is answered. */
export interface Client {
  token: string
  random: Random
  ask<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>>
  /** Fetches a page, or sends a form to one. */
  visit(url: string, form?: Record<string, string>): Promise<string>
}

/** Milliseconds one attempt may take, and seconds all of them together. */
const attemptLimit = 10_000 * slowness()
const longest = 90
const isPassing = (code: number) => [-1, 429, 500, 503].includes(code)

/** `home` is the address the client's own network has: each network has its own measure of calls. */
export function aClient(
  address: string,
  token: string,
  random: Random,
  trouble: Trouble,
  home = '127.0.0.1',
): Client {
  /** Tries until an attempt gives something; gives up in the end, which is a fault of the product. */
  async function untilAnswered<T>(what: string, attempt: () => Promise<{ answer: T } | null>): Promise<T> {
    const isOver = limit(longest)
    for (let tries = 0; !isOver(); tries++) {
      const given = await attempt().catch((error: unknown) => {
        if (error instanceof Refused) throw error
        return null
      })
      if (given) return given.answer
      trouble.retries++
      await wait(Math.min(2000, 100 * 2 ** tries) * (0.75 + random.next() / 2))
    }
    throw new Error(`${what} had no answer in ${longest} s of a machine at rest`)
  }

  return {
    token,
    random,
    ask: (call, input) =>
      untilAnswered(call.path, async () => {
        const response = await fetch(`${address}/api${call.path}`, {
          method: call.method,
          headers: { 'content-type': 'application/json', token, 'x-forwarded-for': home },
          body: JSON.stringify(input),
          signal: AbortSignal.timeout(attemptLimit),
        })
        const envelope = (await response.json()) as Envelope<OutputOf<typeof call>>
        if (envelope.respCode === 200) return { answer: envelope.attribute }
        if (isPassing(envelope.respCode)) return null
        throw new Refused(call.path, envelope)
      }),
    visit: (url, form) =>
      untilAnswered(url, async () => {
        const response = await fetch(url, {
          ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
          signal: AbortSignal.timeout(attemptLimit),
        })
        const text = await response.text()
        return response.ok && text.includes('<!doctype html>') ? { answer: text } : null
      }),
  }
}
