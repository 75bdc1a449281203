import { useSyncExternalStore } from 'react'
import { fill } from '../contract/fill.ts'
import type { Bilingual } from '../contract/refusal.ts'
import { common } from './commonWords.ts'

type Locale = 'zh-CN' | 'en'

function firstLocale(): Locale {
  const chosen = localStorage.getItem('locale')
  if (chosen === 'zh-CN' || chosen === 'en') return chosen
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

let locale = firstLocale()
const listeners = new Set<() => void>()
document.documentElement.lang = locale

function onLocale(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language the reader chose, or the browser's at first. */
export function currentLocale(): Locale {
  return locale
}

/** Changes the language everywhere and remembers it. */
export function changeLocale(next: Locale): void {
  locale = next
  localStorage.setItem('locale', next)
  document.documentElement.lang = next
  for (const listener of listeners) listener()
}

export type Say<K extends string> = (key: K, values?: Record<string, string | number>) => string

type CommonKey = keyof typeof common.zh

/**
 * Declares the words of a feature in both languages and gives the hook that says them; a key missing in English
 * does not compile. A key the feature does not declare is a common one. Sentences are filled as `fill` says. The name
 * is the feature's, for anyone who searches for a text.
 */
export function words<const Z extends Record<string, string>>(
  _name: string,
  zh: Z,
  en: { readonly [K in keyof Z]: string },
): (() => Say<(keyof Z & string) | CommonKey>) & {
  /** The sentences themselves, for what is said outside of a component. */
  readonly texts: Readonly<Record<'zh' | 'en', Readonly<Record<keyof Z | CommonKey, string>>>>
} {
  const sayIn = (texts: Record<string, string>): Say<string> => {
    return (key, values) => (values ? fill(texts[key]!, values) : texts[key]!)
  }
  // One function a language, so that a component that keeps it in an effect is not woken without need.
  const texts = { zh: { ...common.zh, ...zh }, en: { ...common.en, ...en } }
  const say = { 'zh-CN': sayIn(texts.zh), en: sayIn(texts.en) }
  const useSay = () => say[useSyncExternalStore(onLocale, currentLocale)]
  return Object.assign(useSay, { texts })
}

/** One of two texts by the reader's language, for data that carries both. */
export function useBilingual(): (zh: string, en: string | null | undefined) => string {
  const now = useSyncExternalStore(onLocale, currentLocale)
  return (zh, en) => (now === 'en' && en ? en : zh)
}

/** Says the states of a lifecycle in the reader's language. */
export function useStateName<S extends string>({
  stateName,
}: {
  stateName(state: S): Bilingual
}): (state: S) => string {
  const now = useSyncExternalStore(onLocale, currentLocale)
  return (state) => stateName(state)[now === 'en' ? 'en' : 'zh']
}
