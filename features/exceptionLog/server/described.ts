import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { withoutNumbers } from '../../../contract/personalNumber.ts'
import type { Failure } from '../../../server/failure.ts'
import { lengths } from '../rules.ts'

/** An error as it is logged. */
export interface Described {
  kind: string
  message: string
  stack: string
  /** The same for errors that differ in numbers, names and ids alone. */
  fingerprint: Buffer
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A text as the log has it: no number of a person, nothing that the database does not take, and not longer than that. */
const written = (text: string, most: number) =>
  withoutNumbers(text.toWellFormed().replaceAll('\0', '')).slice(0, most).toWellFormed()

/** The name of an error, with the code of the database or the network where it has one. */
function kindOf(error: Error & { code?: unknown }): string {
  return typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}

/** Returns the message of an error with its causes after it: `fetch failed` alone says nothing. */
function messageOf(error: Error): string {
  const { cause, message } = error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
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
        .replaceAll(/https?:\/\/[^/\s)]+/g, ''),
    )
}

/** A message without what differs between two errors of one cause. */
const likeness = (message: string) => message.replace(/"[^"]*"|'[^']*'|[0-9a-f-]{36}|\d+/gi, '?')

/** A frame of a browser without its place in the built file, whose name and lines change with each release. */
const fileOf = (frame = '') => likeness(frame.replace(/-[\w-]{8}(?=\.js)/, ''))

/** Describes an error, with the numbers of people masked by the rules of the log. */
export function describe({ source, place, error }: Pick<Failure, 'source' | 'place' | 'error'>): Described {
  const thrown = error instanceof Error ? error : new Error(String(error))
  const frames = framesOf(thrown)
  const kind = written(kindOf(thrown), lengths.kind)
  const message = written(messageOf(thrown), lengths.message)
  return {
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
