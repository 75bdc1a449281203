import type { Call } from '../../contract/call.ts'
import type { Reply } from './endpoint.ts'
import { examples } from './examples.ts'
import { completed } from './completed.ts'
import { idFields } from './ids.ts'
import { shapeOf } from './inputs.ts'
import { type Known, knownOf } from './known.ts'
import type { Place } from './place.ts'

/** Inputs that are sent, and the comparison of two answers. */

/** Inputs of a call with one's own rows: what its examples name, and what the call requires besides. */
export function inputsFor(call: Call, own: Place): Known[] {
  const known = knownOf(call.path, own)
  const special = examples[call.path]
  const given = special ? [special].flat().map((example) => example(own)) : choicesOf(call, known)
  return given.map((each) => completed(call.input, each, known))
}

/** Optional ids, each alone and none: a list shows all it has. Of many rows those named, and all but some. */
function choicesOf(call: Call, known: Known): Known[] {
  const { properties = {}, required = [] } = shapeOf(call.input)
  const including = (...names: string[]) => Object.fromEntries(names.map((name) => [name, undefined]))
  if ('filter' in properties && 'except' in properties) {
    const listed = Object.keys(properties).find((name) => /^(rows|.*[iI]ds)$/.test(name))!
    return [including(listed), including('filter', 'except')]
  }
  const ids = idFields(call.input)
    .map((field) => field.replace(/\.\*$/, ''))
    .filter(
      (name) => name in properties && !required.includes(name) && name in known && !namesNoRow(call, name),
    )
  // A row that is changed is named with its revision.
  const revised = 'revision' in properties ? ['revision'] : []
  return [...ids.map((name) => including(name, ...revised)), {}]
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
