import { freshId } from './freshId.ts'

/** Something that went wrong in this window: a failed call, or an error of a page. */
export interface ErrorEntry {
  id: number
  /** Milliseconds since 1970. */
  at: number
  kind: 'call' | 'page'
  text: string
  /** Path of the call, or of the page. */
  place: string
  traceId?: string | undefined
  /** Place in the code, for a developer. */
  stack?: string | undefined
}

const limit = 100
let entries: readonly ErrorEntry[] = []
let serial = 0
const listeners = new Set<() => void>()

function publish(next: readonly ErrorEntry[]): void {
  entries = next
  listeners.forEach((listener) => listener())
}

/** Logs an error; keeps the newest hundred of a window while it is open. */
export function logError(entry: Omit<ErrorEntry, 'id' | 'at'>): void {
  publish([{ ...entry, id: ++serial, at: Date.now() }, ...entries].slice(0, limit))
}

export function clearErrors(): void {
  publish([])
}

/** Errors in this window, the newest first. */
export function currentErrors(): readonly ErrorEntry[] {
  return entries
}

export function onErrors(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** An error of the page itself, with the number by which the server has it. */
export interface PageError {
  traceId: string
  name: string
  message: string
  stack: string
  /** Path of the page. */
  page: string
}

/** The most errors of a page that are reported: one that fails again and again is known by then. */
const mostReports = 10
let reports = 0
let report: (error: PageError) => Promise<void> = async () => {}

/** Names what reports errors of the page to the server. */
export function reportPageErrors(by: (error: PageError) => Promise<void>): void {
  report = by
}

/** Writes down an error of the page itself, and reports it. */
export function logPageError(error: unknown): void {
  const { name, message, stack } =
    error instanceof Error ? error : { name: 'Error', message: String(error), stack: undefined }
  const traceId = freshId()
  const page = location.pathname
  logError({ kind: 'page', text: message || 'Error', place: page, traceId, stack })
  if (reports++ < mostReports) void report({ traceId, name, message, stack: stack ?? '', page })
}

/** Collects the errors that nobody caught; a refused call is there already. */
export function collectErrors(isKnown: (error: unknown) => boolean): void {
  addEventListener('error', (event) => logPageError(event.error ?? event.message))
  addEventListener('unhandledrejection', (event) => {
    if (!isKnown(event.reason) && event.reason?.name !== 'AbortError') logPageError(event.reason)
  })
}
