import { fill } from './fill.ts'
import { yuan } from './money.ts'
import type { MessageGroup } from './messageGroup.ts'
import type { Bilingual, Language } from './refusal.ts'

/** Type of a message parameter, which decides its format; a table has the words of a closed set of codes. */
export type MessageParam =
  | 'text'
  | 'id'
  | 'fen'
  | 'count'
  | 'day'
  | 'moment'
  | Readonly<Record<string, Bilingual>>

type MessageParams = Readonly<Record<string, MessageParam>>

/** The values that a kind's parameters take: fen and counts are numbers, all others are text. */
export type MessageValues<P extends MessageParams = MessageParams> = {
  readonly [K in keyof P]: P[K] extends 'fen' | 'count'
    ? number
    : P[K] extends string
      ? string
      : keyof P[K] & string
}

/**
 * A kind of message, declared by the feature whose event it reports. `notice`: its reader may switch off every channel
 * but the inbox; `security` and `alarm`: nobody can; `code`: goes to a number and is in no inbox.
 */
export interface MessageKind<P extends MessageParams = MessageParams> {
  readonly code: string
  readonly group: MessageGroup
  readonly params: P
  /** Labels of the parameters for the editor of a template; none for ids, which say nothing to anyone. */
  readonly names: { readonly [K in keyof P as P[K] extends 'id' ? never : K]: Bilingual }
  readonly title: Bilingual
  /** Filled with the parameters, as they are written in each language. */
  readonly text: Bilingual
  /** The page it leads to, filled with the parameters; null for none. */
  readonly way: string | null
}

/** Declares a kind of message; its parameters are those its sentences and its way name. */
export function messageKind<const P extends MessageParams>(kind: MessageKind<P>): MessageKind<P> {
  return kind
}

const momentIn = (locale: string) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Shanghai', dateStyle: 'medium', timeStyle: 'short' })
const moments = { zh: momentIn('zh-CN'), en: momentIn('en') }

/** A moment by the clock in China, as pages write it. */
export const sayMoment = (at: string): Bilingual => ({
  zh: moments.zh.format(new Date(at)),
  en: moments.en.format(new Date(at)),
})

function writeValue(param: MessageParam, value: unknown, language: Language): string | number {
  if (typeof param === 'object') return param[String(value)]?.[language] ?? String(value)
  if (param === 'count') return Number(value)
  if (param === 'fen') return yuan(Number(value))
  if (param === 'moment') return sayMoment(String(value))[language]
  return String(value)
}

/** The parameters of a message as they are written in a language; one that is not there is left out. */
export function writtenParams(
  kind: MessageKind,
  values: Readonly<Record<string, unknown>>,
  language: Language,
): Record<string, string | number> {
  const given = Object.entries(kind.params).filter(([name]) => values[name] !== undefined)
  return Object.fromEntries(given.map(([name, param]) => [name, writeValue(param, values[name], language)]))
}

/** The way of a message, with the parameters in the address. */
export function wayOf(kind: MessageKind, values: Readonly<Record<string, unknown>>): string | null {
  if (kind.way === null) return null
  const encoded = Object.entries(values).map(([name, value]) => [name, encodeURIComponent(String(value))])
  return fill(kind.way, Object.fromEntries(encoded) as Record<string, string>)
}

/** Title and text of a kind with the names of its parameters in their places, in both languages. */
export function describeKind({ title, text, names }: Pick<MessageKind, 'title' | 'text' | 'names'>) {
  const named = (language: Language) =>
    Object.fromEntries(
      Object.entries<Bilingual>(names).map(([name, words]) => [
        name,
        language === 'zh' ? `〔${words.zh}〕` : `[${words.en}]`,
      ]),
    )
  const both = (sentence: Bilingual): Bilingual => ({
    zh: fill(sentence.zh, named('zh')),
    en: fill(sentence.en, named('en')),
  })
  return { title: both(title), text: both(text) }
}

/** Title and text of a message in both languages. */
export function renderMessage(
  kind: MessageKind,
  values: Readonly<Record<string, unknown>>,
): { title: Bilingual; text: Bilingual } {
  const written = { zh: writtenParams(kind, values, 'zh'), en: writtenParams(kind, values, 'en') }
  const both = (sentence: Bilingual): Bilingual => ({
    zh: fill(sentence.zh, written.zh),
    en: fill(sentence.en, written.en),
  })
  return { title: both(kind.title), text: both(kind.text) }
}
