import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import type { Permission } from './menu.ts'
import type { NormalForm } from './normalize.ts'

/**
 * Callers allowed to make a call: anyone, any signed-in person, learners, or holders of a permission. A
 * permission is a page of the menu or a button of it; of several any one is enough.
 */
export type Allow = 'public' | 'signed-in' | Grant | readonly Grant[]

/** One kind of caller: learners, or the holders of a permission. */
export type Grant = 'learner' | Permission

export interface CallOptions<
  I extends TSchema,
  O extends TSchema,
  A extends Allow,
  W extends boolean = boolean,
> {
  readonly allow: A
  readonly input: I
  readonly output: O
  /** POST unless the specification marks another method. */
  readonly method?: 'GET' | 'POST' | 'PUT'
  /** Encoding of the body; `multipart` calls receive at most one file. */
  readonly body?: 'json' | 'multipart'
  /** A file is streamed instead of the envelope. */
  readonly reply?: 'envelope' | 'file'
  /** Other paths that answer the same, without `.action`. */
  readonly aliases?: readonly string[]
  /** Requests per minute from one address; 600 unless the call is expensive or open to guessing. */
  readonly perMinute?: number
  /**
   * It changes nothing and is available in a view-as session. All other calls are
   * closed to such a session.
   */
  readonly viewable?: boolean
  /**
   * It reads or changes what belongs to the project as a whole. A session narrowed to a unit or to one learner is
   * refused (403) before its input is read, so the answer is the same for every id.
   */
  readonly wholeProject?: W
  /**
   * Its last answer may be stored in the reader's browser, to be shown while there is no network: no personal number is
   * in it.
   */
  readonly offline?: boolean
  /** One sentence for the API page. */
  readonly summary: string
}

export interface Call<
  I extends TSchema = TSchema,
  O extends TSchema = TSchema,
  A extends Allow = Allow,
  W extends boolean = boolean,
> extends Required<CallOptions<I, O, A, W>> {
  /** As the specification writes it, below `/api`. */
  readonly path: string
}

export type Calls = Record<string, Call>
export type InputOf<C extends Call> = Static<C['input']>
export type OutputOf<C extends Call> = Static<C['output']>

/** Declares one call of the contract; server, browser, documentation and fuzzer all stand on it. */
export function call<
  I extends TSchema,
  O extends TSchema,
  const A extends Allow,
  const W extends boolean = false,
>(path: string, options: CallOptions<I, O, A, W>): Call<I, O, A, W> {
  return {
    method: 'POST',
    body: 'json',
    reply: 'envelope',
    aliases: [],
    perMinute: 600,
    viewable: false,
    wholeProject: false as W,
    offline: false,
    ...options,
    path,
  }
}

/** Every URL that answers a call: with and without `.action`, and its aliases likewise. */
export function pathsOf(declared: Call): string[] {
  const stem = (path: string) => path.replace(/\.action$/, '')
  return [declared.path, ...declared.aliases].flatMap((path) => [
    `/api${stem(path)}`,
    `/api${stem(path)}.action`,
  ])
}

/** One field that was saved after an editor had read it, in the reader's language. */
export interface StaleChange {
  /** As the contract names it. */
  field: string
  label: string
  /** Null where the value is too long to show, or is a reference. */
  before: string | null
  after: string | null
  /** Null: the system. */
  by: string | null
  /** ISO 8601. */
  at: string
}

/** The envelope every reply but a file travels in. */
export interface Envelope<T = unknown> {
  respCode: number
  respDesc: string
  attribute: T
  /** Named when respCode is 422: the field that was wrong. */
  field?: string
  /** The problem with that field, as `respDesc` says it after the field's name. */
  problem?: string
  /** Given when respCode is 409 because the row was saved after the caller had read it: what changed since. */
  stale?: StaleChange[]
  /** Named when respCode is 429 and the wait is known: the seconds after which the same may be asked again. */
  retryAfter?: number
  /** Named when something broke that was not the caller's fault. */
  traceId?: string
}

/** An opaque identifier. */
export const Id = Type.String({ format: 'uuid', description: 'identifier' })

/** True if a text is an identifier, where any text is accepted and only some are identifiers. */
export const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Text a person typed: trimmed on input, never empty, at most `max` characters. */
export function Text(max: number, min = 1) {
  return Type.String({ minLength: min, maxLength: max })
}

/** Text a person typed about people: identity, mobile and bank numbers in it are masked before anything reads it. */
export function FreeText(max: number, min = 1) {
  return Type.String({ minLength: min, maxLength: max, isMasked: true })
}

/** Text that is brought into a normal form before it is checked: a name, or a number however it was typed. */
export function Normalized(form: NormalForm, max: number, min = 0) {
  return Type.String({ minLength: min, maxLength: max, normalized: form })
}

/** The name of a thing: a unit, a class, a course, a view. */
export const Name = (max: number, min = 1) => Normalized('name', max, min)

/** The name of a person. */
export const PersonName = Type.String({
  minLength: 2,
  maxLength: 40,
  normalized: 'personName',
  isMasked: true,
})

/** A word that a list is searched for. */
export const Keyword = (max: number, min = 0) => Normalized('keyword', max, min)

/** A whole number of fen. */
export const Fen = Type.Integer({ minimum: 0, maximum: 100_000_000_00, description: 'amount in fen' })

/** A moment, ISO 8601 with zone. */
export const Moment = Type.String({ format: 'date-time' })

/** A year in which hours count. */
export const Year = Type.Integer({ minimum: 2000, maximum: 2100 })

/** One of a closed set of words. */
export function OneOf<const W extends readonly string[]>(words: W) {
  return Type.Unsafe<W[number]>(Type.Enum([...words]))
}

/** An object of a name of its own, by which the API page knows it; for what several calls share. */
export function Named<P extends TProperties>(name: string, properties: P) {
  return Type.Object(properties, { title: name })
}

/** A value or null. */
export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

export const Nothing = Type.Null()
