import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { firstFocus } from '../kit/firstFocus.ts'
import { Sheet } from '../kit/Sheet.tsx'
import { type Findable, menuSearch } from './menuSearch.ts'
import { addressOf } from './tabs.ts'
import { useShellWords } from './words.ts'

/** Type, choose with the arrows, open with Enter. */
export function SearchDialog({ entries, onClose }: { entries: readonly Findable[]; onClose: () => void }) {
  const say = useShellWords()
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const search = useMemo(() => menuSearch(entries), [entries])
  const found = search(typed)
  const chosen = found[Math.min(at, found.length - 1)]

  function go(entry: Findable) {
    onClose()
    void navigate(addressOf(entry.path))
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length)
    }
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      go(chosen)
    }
  }

  return (
    <Sheet open onClose={onClose} title={say('searchMenu')}>
      <input
        ref={firstFocus}
        className="shell-search-input"
        role="combobox"
        aria-label={say('searchMenu')}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosen && `${id} ${chosen.path}`}
        placeholder={say('searchHint')}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={say('searchFound')} className="shell-search-list">
        {found.map((entry) => (
          <button
            key={entry.path}
            id={`${id} ${entry.path}`}
            ref={(option) => {
              if (entry === chosen) option?.scrollIntoView({ block: 'nearest' })
            }}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={entry === chosen}
            onPointerMove={() => setAt(found.indexOf(entry))}
            onClick={() => go(entry)}
          >
            <span>{entry.title.join(' / ')}</span>
            <small>{entry.path}</small>
          </button>
        ))}
      </div>
      {found.length === 0 && <p role="status">{say('searchNone')}</p>}
    </Sheet>
  )
}
