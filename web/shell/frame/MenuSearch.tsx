import { Suspense, useEffect, useState } from 'react'
import { keyOf } from '../../composing.ts'
import type { Findable } from './menuSearch.ts'
import type { SearchSource } from './searchSource.ts'
import { ShellButton } from '../control/ShellButton.tsx'
import { useShellWords } from '../words.ts'
import { lazyPart } from '../../lazyPart.tsx'

const load = () => import('./SearchDialog.tsx')
const SearchDialog = lazyPart(() => load().then((part) => ({ default: part.SearchDialog })))

/** The search of the bar; Ctrl K or ⌘ K opens it from everywhere. */
export function MenuSearch({ entries, source }: { entries: readonly Findable[]; source: SearchSource }) {
  const say = useShellWords()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (keyOf(event).toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen((is) => !is)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <ShellButton
        icon="search"
        name={`${say('searchAll')} (Ctrl K)`}
        onPointerEnter={() => void load()}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <SearchDialog entries={entries} source={source} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
