import { createContext, type Key, type ReactNode, useContext, useState } from 'react'
import { useShellWords } from './words.ts'

/** Rows a reader chose, over all pages. */
export interface Chosen<R> {
  keys: readonly Key[]
  /** The same rows, each as it was last shown. */
  rows: R[]
  choose: (keys: Key[]) => void
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
  const [chosen, setChosen] = useState<{ asked: string; keys: readonly Key[] }>({ asked, keys: [] })
  if (chosen.asked !== asked) setChosen({ asked, keys: [] })
  for (const row of list ?? []) known.set((row as Record<string, Key>)[rowKey]!, row)
  const keys = chosen.asked === asked ? chosen.keys : []
  return {
    keys,
    rows: keys.flatMap((key) => known.get(key) ?? []),
    choose: (next) => setChosen({ asked, keys: next }),
    clear: () => setChosen({ asked, keys: [] }),
  }
}

const Names = createContext<readonly string[]>([])

/** Everything asked within is about these rows: questions and form dialogs name them. */
export function ChosenNames({ names, children }: { names: readonly string[]; children: ReactNode }) {
  return <Names value={names}>{children}</Names>
}

/** How many rows a question names before it only counts them. */
const named = 3
/** Longer names are cut: the stem of a question is a paragraph. */
const longest = 40

const cut = (name: string) => (name.length > longest ? `${name.slice(0, longest)}…` : name)

/** Returns the sentence that names the rows of the batch asked about; null outside a batch. */
export function useChosenText(): string | null {
  const say = useShellWords()
  const names = useContext(Names)
  if (names.length === 0) return null
  const first = names.slice(0, named).map(cut).join(say('comma'))
  return names.length > named ? say('chosenMore', { names: first, count: names.length }) : first
}

/** Names the rows of the batch that is asked about; draws nothing outside a batch. */
export function ChosenText() {
  const text = useChosenText()
  return text && <p className="crud-names">{text}</p>
}
