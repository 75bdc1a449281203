import { createContext, type Key, type ReactNode, useContext, useState } from 'react'
import { atOnce } from '../../../contract/selection.ts'
import { useShellWords } from '../words.ts'

/** The rows a batch acts on, as its call takes them: by name, or all that match but some. */
export type Selection = { ids: string[] } | { filter: Readonly<Record<string, unknown>>; except?: string[] }

/** Rows a batch acts on. */
export interface Selected {
  selection: Selection
  /** Number of rows, at least. */
  count: number
  /** Number of rows as questions say it: `10000+` where they could not be counted. */
  said: string
  /** True if a job acts on them, while the reader does something else. */
  isLong: boolean
}

/** The selection of one row, for what is done with many as well. */
export const only = (id: string): Selected => ({
  selection: { ids: [id] },
  count: 1,
  said: '1',
  isLong: false,
})

/** A selection for a call that names its rows by another word. */
export function named<const N extends string>(word: N, { selection }: Selected) {
  if ('filter' in selection) return selection
  return { [word]: selection.ids } as Record<N, string[]>
}

/** A selection for a call whose named rows have the revision they were shown at. */
export const revised = <R,>({ selection }: Selected, rows: R) =>
  'filter' in selection ? selection : { rows }

/** Rows a reader chose, over all pages. */
export interface Chosen<R> {
  /** Those that were ticked; where all that match are chosen, those of this page. */
  keys: readonly Key[]
  /** The ticked rows, each as it was last shown; none where all that match are chosen. */
  rows: R[]
  /** The chosen rows of this page. */
  here: R[]
  choose: (keys: Key[]) => void
  /** True if every row of this page is ticked. */
  isPageTicked: boolean
  /** True if all that match are chosen, but those unticked since. */
  isEvery: boolean
  /** Rows that are unticked of all that match. */
  except: readonly Key[]
  chooseEvery: () => void
  clear: () => void
}

/**
 * The rows chosen of a list: they survive paging, and end with the question they were chosen under, so that no batch
 * covers rows the reader no longer sees.
 */
export function useChosen<R extends object>(
  list: readonly R[] | undefined,
  rowKey: string,
  question: unknown,
): Chosen<R> {
  const asked = JSON.stringify(question)
  const [known] = useState(() => new Map<Key, R>())
  const [chosen, setChosen] = useState<{ asked: string; isEvery: boolean; keys: readonly Key[] }>({
    asked,
    isEvery: false,
    keys: [],
  })
  if (chosen.asked !== asked) {
    known.clear()
    setChosen({ asked, isEvery: false, keys: [] })
  }
  const keyOf = (row: R) => (row as Record<string, Key>)[rowKey]!
  const here = (list ?? []).map(keyOf)
  for (const row of list ?? []) known.set(keyOf(row), row)
  const { isEvery, keys } = chosen.asked === asked ? chosen : { isEvery: false, keys: [] as readonly Key[] }
  const ticked = isEvery ? here.filter((key) => !keys.includes(key)) : keys
  return {
    keys: ticked,
    rows: isEvery ? [] : keys.flatMap((key) => known.get(key) ?? []),
    here: (list ?? []).filter((row) => ticked.includes(keyOf(row))),
    choose(next) {
      if (!isEvery) return setChosen({ asked, isEvery, keys: next })
      const elsewhere = keys.filter((key) => !here.includes(key))
      setChosen({ asked, isEvery, keys: [...elsewhere, ...here.filter((key) => !next.includes(key))] })
    },
    isPageTicked: here.length > 0 && here.every((key) => ticked.includes(key)),
    isEvery,
    except: isEvery ? keys : [],
    chooseEvery: () => setChosen({ asked, isEvery: true, keys: [] }),
    clear: () => setChosen({ asked, isEvery: false, keys: [] }),
  }
}

/** Rows as questions name them: by name, or all that match by the set filters and some of them. */
export type Named =
  | { names: readonly string[] }
  | { count: string; filters: string; some?: readonly string[] }

const Names = createContext<Named>({ names: [] })

/** Everything asked within is about these rows: questions and form dialogs name them. */
export function ChosenNames({ children, ...asked }: Named & { children: ReactNode }) {
  return <Names value={asked}>{children}</Names>
}

/** Number of rows a question names before it only counts them. */
const shown = 3
/** Longer names are cut: the stem of a question is a paragraph. */
const longest = 40

const cut = (name: string) => (name.length > longest ? `${name.slice(0, longest)}…` : name)

/** Returns the sentence that names the rows of the batch asked about; null outside a batch. */
export function useChosenText(): string | null {
  const say = useShellWords()
  const asked = useContext(Names)
  const listed = (names: readonly string[]) => names.slice(0, shown).map(cut).join(say('comma'))
  if ('filters' in asked) {
    const { count, filters, some = [] } = asked
    const every = say('chosenEvery', { count, filters })
    const text = some.length > 0 ? say('chosenAmong', { every, names: listed(some) }) : every
    return say('chosenLong', { text })
  }
  const { names } = asked
  if (names.length === 0) return null
  const first = listed(names)
  const text = names.length > shown ? say('chosenMore', { names: first, count: names.length }) : first
  return names.length > atOnce ? say('chosenLong', { text }) : text
}

/** Names the rows of the batch that is asked about; draws nothing outside a batch. */
export function ChosenText() {
  const text = useChosenText()
  return text && <p className="crud-names">{text}</p>
}
