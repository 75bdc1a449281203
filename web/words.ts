import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'

export type Locale = 'zh-CN' | 'en'

function firstLocale(): Locale {
  const chosen = globalThis.localStorage?.getItem('locale')
  if (chosen === 'zh-CN' || chosen === 'en') return chosen
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

void i18next.use(initReactI18next).init({
  lng: firstLocale(),
  fallbackLng: 'zh-CN',
  resources: {},
  interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  initAsync: false,
})
document.documentElement.lang = i18next.language

/** The language the reader chose, or the browser's at first. */
export function currentLocale(): Locale {
  return i18next.language === 'en' ? 'en' : 'zh-CN'
}

/** Changes the language everywhere and remembers it. */
export function changeLocale(locale: Locale): void {
  localStorage.setItem('locale', locale)
  document.documentElement.lang = locale
  void i18next.changeLanguage(locale)
}

export type Say<K extends string> = (key: K, values?: Record<string, string | number>) => string

/**
 * Declares the words of a feature in both languages and gives the hook that says them;
 * a key missing in English does not compile. `{name}` stands for a value.
 */
export function words<const Z extends Record<string, string>>(
  name: string,
  zh: Z,
  en: { readonly [K in keyof Z]: string },
): () => Say<keyof Z & string> {
  i18next.addResourceBundle('zh-CN', name, zh)
  i18next.addResourceBundle('en', name, en)
  return () => useTranslation(name, { keyPrefix: undefined }).t as unknown as Say<keyof Z & string>
}

/** One of two texts by the reader's language, for data that carries both. */
export function useBilingual(): (zh: string, en: string | null | undefined) => string {
  const { i18n } = useTranslation()
  return (zh, en) => (i18n.language === 'en' && en ? en : zh)
}
