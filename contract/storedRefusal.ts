import { type Bilingual, Refusal, type RefusalValue, type RefusalWords } from './refusal.ts'

/** A refusal as a column stores it: its code and its values, never its sentence. */
export interface StoredRefusal {
  code: string
  values?: Readonly<Record<string, RefusalValue>>
}

/** A refusal stored by an earlier version: the sentences themselves. */
export type OldRefusal = Bilingual & Pick<Partial<StoredRefusal>, 'values'>

/** The refusals that a column can hold. */
export interface RefusalStore {
  /** Sentences by code, their values still to be filled in. */
  readonly sentences: Readonly<Record<string, Bilingual>>
  /** Returns a refusal as stored. Throws one that is not declared again: nobody could say it later. */
  store(refusal: Refusal): StoredRefusal
  /** The refusal as the code words it now. */
  read(stored: StoredRefusal | OldRefusal): Refusal
  /** Its sentence in both languages. */
  say(stored: StoredRefusal | OldRefusal): Bilingual
}

/**
 * Declares the refusals a column can hold, by the name of their table. The sentence is made when the row is read, so
 * that a sentence corrected in the code is corrected in old rows too. A table and a key that were ever stored stay.
 */
export function refusalStore(
  tables: Readonly<Record<string, Readonly<Record<string, RefusalWords>>>>,
): RefusalStore {
  const known = new Map<string, RefusalWords>(
    Object.entries(tables).flatMap(([table, refusals]) =>
      Object.entries(refusals).map(([key, words]) => [`${table}.${key}`, words] as const),
    ),
  )
  function read(stored: StoredRefusal | OldRefusal): Refusal {
    if ('zh' in stored) return new Refusal({ code: 409, zh: stored.zh, en: stored.en }, stored.values)
    const words: RefusalWords = known.get(stored.code) ?? { code: 409, zh: stored.code, en: stored.code }
    return new Refusal(words, stored.values ?? {})
  }
  return {
    sentences: Object.fromEntries([...known].map(([code, { zh, en }]) => [code, { zh, en }])),
    store(refusal) {
      const { words, values } = refusal
      // By its sentences: what came from another thread is a copy.
      const found = [...known].find(([, one]) => one.zh === words.zh && one.en === words.en)
      if (!found) throw refusal
      return { code: found[0], ...(Object.keys(values).length > 0 && { values }) }
    },
    read,
    say(stored) {
      const refusal = read(stored)
      return { zh: refusal.say('zh'), en: refusal.say('en') }
    },
  }
}
