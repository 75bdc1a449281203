const english = new Intl.PluralRules('en')

/**
 * Fills a sentence: `{count}` stands for a value, `{count|attempt|attempts}` for the word that goes with the count,
 * for one and for any other number. A name without a value stays as it is.
 */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(
    /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g,
    (whole, name: string, one?: string, other?: string) => {
      if (!Object.hasOwn(values, name)) return whole
      const value = values[name]!
      if (one === undefined || other === undefined) return String(value)
      return english.select(Number(value)) === 'one' ? one : other
    },
  )
}
