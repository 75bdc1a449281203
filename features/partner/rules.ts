import type { HandOver } from './contract.ts'

/** Seconds a hand-over may be early or late by the database's clock, and minutes a person has to link an account. */
export const freshSeconds = 300
export const linkMinutes = 10

/**
 * Text that is signed: every field that is sent but `sign`, in the order of its name, name and value
 * percent-encoded as encodeURIComponent does, `name=value` joined by `&`.
 */
export function signedText(fields: Readonly<Record<string, string>>): string {
  return Object.keys(fields)
    .filter((name) => name !== 'sign')
    .sort()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(fields[name]!)}`)
    .join('&')
}

/** Fields of a hand-over that were sent, as text by name. */
export function fieldsOf(handOver: HandOver & { kind?: string }): Record<string, string> {
  return Object.fromEntries(Object.entries(handOver).filter(([, value]) => value !== undefined))
}

/** A path of this portal, or nothing: a hand-over may send a person nowhere else. */
export function pathWithin(wanted: string | undefined): string | undefined {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || wanted.includes('\\')) return undefined
  return [...wanted].some((letter) => letter < ' ') ? undefined : wanted
}
