import type { Call, OutputOf } from '../contract/call.ts'
import { onToken, readToken, readViewAs } from './token.ts'
import { currentLocale } from './words.ts'

/**
 * The last answers of calls that are marked `offline`, in this browser, shown while there is no network. They belong to
 * one token: another one, signing out and a session that ended erase them.
 */
const prefix = 'answer:'
const ownerKey = 'answers-of'
const longestAge = 7 * 24 * 3_600_000
/** So many of one call, the newest: pages of the catalogue push out none of one's own classes. */
const longestList = 8
/** Characters of all of them: a browser gives a site some five million. */
const mostCharacters = 1_500_000

const keyOf = (call: Call, input: unknown) =>
  `${prefix}${currentLocale()} ${call.path} ${JSON.stringify(input)}`

/** Age of an answer: its time is stored in front, so that the rest need not be read. */
const ageOf = (text: string | null) => Date.now() - (Number.parseInt(text ?? '', 10) || 0)

const storedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix))

/** Forgets every stored answer. */
function eraseAnswers(): void {
  for (const key of storedKeys()) localStorage.removeItem(key)
  localStorage.removeItem(ownerKey)
}

/** Makes room: the oldest answers of each call go, then the oldest of all, and what is too old to be shown. */
function tidy(): void {
  const byAge = storedKeys()
    .map((key) => ({ key, text: localStorage.getItem(key) ?? '' }))
    .map(({ key, text }) => ({ key, age: ageOf(text), length: key.length + text.length }))
    .sort((a, b) => a.age - b.age)
  const ofCall = new Map<string, number>()
  let characters = 0
  for (const { key, age, length } of byAge) {
    const path = key.split(' ')[1]!
    const count = (ofCall.get(path) ?? 0) + 1
    ofCall.set(path, count)
    characters += length
    if (count > longestList || characters > mostCharacters || age > longestAge) localStorage.removeItem(key)
  }
}

/** Stores an answer that was given to a token, unless another one is there by now or the window is another's. */
export function storeAnswer(call: Call, input: unknown, token: string | null, answer: unknown): void {
  if (token !== readToken() || readViewAs() !== null) return
  try {
    if ((localStorage.getItem(ownerKey) ?? '') !== (token ?? '')) eraseAnswers()
    localStorage.setItem(ownerKey, token ?? '')
    localStorage.setItem(keyOf(call, input), `${Date.now()} ${JSON.stringify(answer)}`)
    tidy()
  } catch {
    // A full or forbidden store: nothing is shown without a network.
    eraseAnswers()
  }
}

/** The stored answer of a call, or undefined. */
export function storedAnswer<C extends Call>(call: C, input: unknown): OutputOf<C> | undefined {
  if (readViewAs() !== null || localStorage.getItem(ownerKey) !== (readToken() ?? '')) return undefined
  const text = localStorage.getItem(keyOf(call, input))
  if (text === null || ageOf(text) > longestAge) return undefined
  try {
    return JSON.parse(text.slice(text.indexOf(' '))) as OutputOf<C>
  } catch {
    return undefined
  }
}

function eraseForeign(): void {
  if (readViewAs() === null && localStorage.getItem(ownerKey) !== (readToken() ?? '')) eraseAnswers()
}
onToken(eraseForeign)
eraseForeign()
tidy()
