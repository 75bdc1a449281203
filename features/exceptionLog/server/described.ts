import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { withoutNumbers } from '../../../contract/personalNumber.ts'
import type { Failure } from '../../../server/failure.ts'
import { lengths } from '../rules.ts'

/** An error as it is logged. */
export interface Described {
  /** The path of the call or of the page, or the type of the job. */
  place: string
  page: string | null
  kind: string
  message: string
  stack: string
  /** The same for errors that differ in numbers, names and ids alone. */
  fingerprint: Buffer
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Queries and fragments of the addresses and paths in a text: they say what was asked, and by whom. */
const queries = /((?:https?:\/\/|(?<![\w.])\/)[^\s?#"'<>()]*)[?#][^\s"'<>)]*/gi

/** E-mail addresses; a frame of Firefox, `draw@page.js:1:1`, is none. */
const emails = /[\w.+-]{1,64}(?:@|%40)(?=(?:[a-z\d-]{1,63}\.){1,5}(?![cm]?[jt]sx?\b)[a-z]{2,})/gi

/**
 * A text as the log has it: no number and no e-mail address of a person, no query, nothing that the database does not
 * take, and not longer than that.
 */
const written = (text: string, most: number) =>
  withoutNumbers(text.toWellFormed().replaceAll('\0', '').replace(queries, '$1').replace(emails, '***@'))
    .slice(0, most)
    .toWellFormed()

/** A segment as the paths of calls and pages have them; ids, codes, names and numbers look otherwise. */
const routeSegment = /^(?:[a-z]+\d?(?:[A-Z][a-z]+)*(?:[-.](?!$)|$))*$/

/** A path without what it says about people and things: all that is no word of a route is one mark. */
const routeOf = (path: string) =>
  path
    .replace(/[?#].*$/s, '')
    .split('/')
    .map((segment, i, all) => (routeSegment.test(segment) && all[i - 1] !== 'check' ? segment : '…'))
    .join('/')

/** The path of a page as the log has it. */
const pageOf = (path: string) => written(routeOf(path), lengths.place)

/** The name of an error, with the code of the database or the network where it has one. */
function kindOf(error: Error & { code?: unknown }): string {
  return typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}

/** Returns the message of an error with its causes after it: `fetch failed` alone says nothing. */
function messageOf(error: Error): string {
  const { cause, message } = error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}

/** The address in a frame, up to the line and column behind it. */
const framePath = /(?<=[\s(@])\/\S*?(?=(?::\d+){0,2}[),]*(?:\s|$))/g

/** The file of a frame without its query; a page whose own script failed is its route. */
function fileIn(address: string): string {
  const path = address.replace(/[?#].*$/s, '')
  return /\.[cm]?[jt]sx?$/.test(path) ? path : routeOf(path)
}

/** Returns the stack frames of an error, in paths of this program; browsers write them in two ways. */
function framesOf({ stack = '' }: Error): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at |@.*:\d+:\d+$/.test(line))
    .map((line) =>
      line
        .trim()
        .replaceAll(`file://${root}`, '')
        .replaceAll(root, '')
        .replaceAll(/https?:\/\/[^/\s)]+/g, '')
        .replaceAll(framePath, fileIn),
    )
}

/** A message without what differs between two errors of one cause. */
const likeness = (message: string) => message.replace(/"[^"]*"|'[^']*'|[0-9a-f-]{36}|\d+/gi, '?')

/** A frame of a browser without its place in the built file, whose name and lines change with each release. */
const fileOf = (frame = '') => likeness(frame.replace(/-[\w-]{8}(?=\.js)/, ''))

/** Describes an error, with what it says about people masked by the rules of the log. */
export function describe(
  failure: Pick<Failure, 'source' | 'place' | 'error'> & Pick<Partial<Failure>, 'page'>,
): Described {
  const { source, error } = failure
  // The server names its routes and jobs; a browser has the address that somebody opened.
  const place = source === 'browser' ? pageOf(failure.place) : written(failure.place, lengths.place)
  const thrown = error instanceof Error ? error : new Error(String(error))
  const frames = framesOf(thrown)
  const kind = written(kindOf(thrown), lengths.kind)
  const message = written(messageOf(thrown), lengths.message)
  return {
    place,
    page: failure.page ? pageOf(failure.page) : null,
    kind,
    message,
    stack: written(frames.join('\n'), lengths.stack),
    fingerprint: createHash('sha256')
      .update(
        [
          source,
          place,
          kind,
          likeness(message),
          source === 'browser' ? fileOf(frames[0]) : (frames[0] ?? ''),
        ].join('\n'),
      )
      .digest(),
  }
}
