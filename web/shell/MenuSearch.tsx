import { lazy, Suspense, useEffect, useState } from 'react'
import type { Findable } from './menuSearch.ts'
import { ShellButton } from './ShellButton.tsx'
import { useShellWords } from './words.ts'

const load = () => import('./SearchDialog.tsx')
const SearchDialog = lazy(() => load().then((part) => ({ default: part.SearchDialog })))

/** The header's search over the titles of the menu; Ctrl K or ⌘ K opens it from everywhere. */
export function MenuSearch({ entries }: { entries: readonly Findable[] }) {
  const say = useShellWords()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
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
        name={`${say('searchMenu')} (Ctrl K)`}
        onPointerEnter={() => void load()}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <SearchDialog entries={entries} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
