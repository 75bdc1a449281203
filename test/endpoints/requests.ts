import type { Call } from '../../contract/call.ts'
import { fc } from '../dice.ts'
import type { Reply } from './endpoint.ts'
import { examples } from './examples.ts'
import { inputsOf } from './inputs.ts'
import type { Place } from './place.ts'

/** Inputs that are sent, and the comparison of two answers. */

/** Inputs of a call with one's own rows: its examples, or one drawn from its schema. */
export function inputsFor(call: Call, own: Place): Record<string, unknown>[] {
  const known = examples[call.path]
  if (known) return [known].flat().map((example) => example(own))
  // What may be left out is: a list shows all it has.
  const { required = [] } = call.input as { required?: string[] }
  const [sample] = fc.sample(inputsOf(call.input), { numRuns: 1, seed: 7 })
  return [Object.fromEntries(Object.entries(sample as object).filter(([name]) => required.includes(name)))]
}

/** An id of nothing, of the same age as one of something: lists are ordered by age. */
export const twinOf = (id: string) => id.slice(0, -4) + (id.endsWith('dead') ? 'beef' : 'dead')

/** A reply without the id it was asked with. */
export const plain = (reply: Reply, id: string) =>
  reply.text.replaceAll(id, '<id>').replace(/"traceId":"[^"]*"/, '')

/**
 * Words that are no row's: a window's own for its opening, a partner's for its person, WeChat's for an app; and the rows
 * that a batch leaves out, whether they are there or not.
 */
const foreignWords = new Set(['opening', 'userId', 'appId', 'platformKeyId', 'except.*'])
/** The unit, or the app at WeChat, by which a stranger chooses the portal to look at; it gives no rights. */
const choosesPortal = (call: Call, field: string) =>
  call.allow === 'public' && (field === 'unitId' || field === 'appId')
/** True if a field that takes an id names no row of anybody. */
export const namesNoRow = (call: Call, field: string) => choosesPortal(call, field) || foreignWords.has(field)

/** Being here, what is queued and how often was tried leave rows whatever is asked. */
export const traces: ReadonlySet<string> = new Set(['sessions', 'jobs', 'captchas', 'tries'])

export const nameOf = (call: Call) => `${call.method} ${call.path}`
