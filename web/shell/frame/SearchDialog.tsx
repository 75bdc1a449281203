import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { keyOf } from '../../composing.ts'
import { firstFocus } from '../../kit/firstFocus.ts'
import { Button } from '../../kit/Button.tsx'
import { Sheet } from '../../kit/Sheet.tsx'
import { copyText } from '../control/clipboard.ts'
import { type Findable, menuSearch } from './menuSearch.ts'
import { noteOpened, recentlyOpened } from './recentlyOpened.ts'
import type { SearchPart, SearchRow, SearchSource } from './searchSource.ts'
import { addressOf } from '../view/tabs.ts'
import { useShellWords } from '../words.ts'
import './SearchDialog.css'

/** Milliseconds of quiet before the server is asked. */
const pause = 200
/** Pages of the menu shown beside what the server finds. */
const mostPages = 5

/** Parts of pages shown beside them. */
const mostParts = 5

/** Choice: a page, something that was found or opened before, or a command. */
interface Option {
  key: string
  group: string
  title: string
  line: string
  go: () => void
  row?: SearchRow
}

type Answer = { for: string; rows: SearchRow[] } | { for: string; failed: string } | null

/** Asks the server for what is typed, after a pause; what was asked before and is not answered is given up. */
function useFound(keyword: string, find: SearchSource['find']): Answer {
  const [answer, setAnswer] = useState<Answer>(null)
  useEffect(() => {
    if (keyword === '') return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      find(keyword, stop.signal).then(
        (rows) => setAnswer({ for: keyword, rows }),
        (error: Error) => {
          if (!stop.signal.aborted) setAnswer({ for: keyword, failed: error.message })
        },
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [keyword, find])
  return answer?.for === keyword ? answer : null
}

/** Parts of pages by their names, once they are loaded. */
function useParts(source: SearchSource): (word: string) => SearchPart[] {
  const [parts, setParts] = useState<readonly SearchPart[]>([])
  const load = useEffectEvent(() => source.loadParts())
  useEffect(() => {
    // Without them the search finds the rest.
    void load().then(setParts, () => {})
  }, [])
  const search = useMemo(
    () => menuSearch(parts.map((part) => ({ title: [part.title], path: part.address, part }))),
    [parts],
  )
  return (word) => search(word).map(({ part }) => part)
}

/** Type, choose with the arrows, open with Enter; `>` for what can be done. */
export function SearchDialog({
  entries,
  source,
  onClose,
}: {
  entries: readonly Findable[]
  source: SearchSource
  onClose: () => void
}) {
  const say = useShellWords()
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  // What an input method has not finished is no word yet.
  const [isUnfinished, setUnfinished] = useState(false)
  const [at, setAt] = useState<string | null>(null)
  const search = useMemo(() => menuSearch(entries), [entries])
  const searchParts = useParts(source)
  const isCommand = /^[>＞]/.test(typed)
  const word = typed.replace(/^[>＞]/, '').trim()
  const [settled, setSettled] = useState('')
  if (!isUnfinished && settled !== word) setSettled(word)
  const found = useFound(isCommand ? '' : settled, source.find)
  const options = optionsNow()
  const chosen = options.find(({ key }) => key === at) ?? options[0]
  const idOf = (option: Option) => `${id}-${options.indexOf(option)}`
  const isAsking = settled !== '' && !isCommand && found === null
  // Enter chooses from all there is: it waits for what the server finds, unless the reader has chosen by the arrows.
  const [held, setHeld] = useState<string | null>(null)
  const isReady = held !== null && held === settled && found !== null
  const openHeld = useEffectEvent(() => {
    setHeld(null)
    if (found && 'rows' in found) chosen?.go()
  })
  useEffect(() => {
    if (isReady) openHeld()
  }, [isReady])
  const groups = [...new Set(options.map(({ group }) => group))]

  function open(group: string, title: string, address: string) {
    noteOpened(source.owner, { group, title, address })
    onClose()
    void navigate(address)
  }

  function optionsNow(): Option[] {
    if (isCommand) {
      return source.commands
        .filter(({ label }) => label.toLowerCase().includes(settled.toLowerCase()))
        .map(({ label, run }) => ({
          key: `> ${label}`,
          group: say('commands'),
          title: label,
          line: '',
          go() {
            onClose()
            run()
          },
        }))
    }
    const pages = search(settled).map((entry): Option => {
      const title = entry.title.join(' / ')
      const group = say('pages')
      return { key: entry.path, group, title, line: '', go: () => open(group, title, addressOf(entry.path)) }
    })
    if (settled === '') {
      const before = recentlyOpened(source.owner).map(({ group, title, address }): Option => {
        const go = () => open(group, title, address)
        return { key: `< ${address}`, group: say('openedBefore'), title, line: group, go }
      })
      return [...before, ...pages]
    }
    const rows = found && 'rows' in found ? found.rows : []
    return [
      ...pages.slice(0, mostPages),
      ...searchParts(settled)
        .slice(0, mostParts)
        .map(({ group, title, address }): Option => {
          const go = () => open(group, title, address)
          return { key: `# ${address}`, group, title, line: '', go }
        }),
      ...rows.map((row): Option => {
        const { group, title, line, address } = row
        return { key: `${group} ${address}`, group, title, line, row, go: () => open(group, title, address) }
      }),
    ]
  }

  const copy = (row: SearchRow) =>
    row.copy && void copyText(row.copy.text, say('copiedNumber', { number: row.copy.text }))

  function onKeyDown(event: KeyboardEvent) {
    if (isUnfinished) return
    if (keyOf(event) === 'Enter' && isAsking && at === null) {
      event.preventDefault()
      return setHeld(settled)
    }
    if (!chosen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[keyOf(event)]
    const { row } = chosen
    const isModified = event.ctrlKey || event.metaKey
    if (step) setAt(options[(options.indexOf(chosen) + step + options.length) % options.length]!.key)
    else if (keyOf(event) === 'Enter' && isModified && row?.main) open(row.group, row.title, row.main.address)
    else if (keyOf(event) === 'Enter') chosen.go()
    else if (keyOf(event).toLowerCase() === 'c' && isModified && event.shiftKey && row) copy(row)
    else return
    event.preventDefault()
  }

  const failed = found && 'failed' in found ? found.failed : null
  return (
    <Sheet open onClose={onClose} title={say('searchAll')}>
      <input
        ref={firstFocus}
        className="shell-search-input"
        role="combobox"
        aria-label={say('searchAll')}
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={chosen && idOf(chosen)}
        placeholder={say('searchHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(null)
        }}
        onCompositionStart={() => setUnfinished(true)}
        onCompositionEnd={() => setUnfinished(false)}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={say('searchFound')} className="shell-search-list">
        {groups.map((group) => (
          <div key={group} role="group" aria-label={group}>
            <div className="shell-search-group" aria-hidden="true">
              {group}
            </div>
            {options
              .filter((option) => option.group === group)
              .map((option) => (
                <button
                  className="k-cluster k-split k-bare"
                  key={option.key}
                  id={idOf(option)}
                  ref={(element) => {
                    if (option === chosen) element?.scrollIntoView({ block: 'nearest' })
                  }}
                  type="button"
                  role="option"
                  tabIndex={-1}
                  aria-selected={option === chosen}
                  onPointerMove={() => setAt(option.key)}
                  onClick={option.go}
                >
                  <span>{option.title}</span>
                  {option.line && <small className="k-soft">{option.line}</small>}
                </button>
              ))}
          </div>
        ))}
      </div>
      {chosen?.row && (
        <div className="shell-search-actions k-cluster" role="toolbar" aria-label={chosen.title}>
          <Button onClick={chosen.go} aria-keyshortcuts="Enter">
            {say('openIt')}
            <span className="shell-key"> ↵</span>
          </Button>
          {chosen.row.copy && (
            <Button onClick={() => copy(chosen.row!)} aria-keyshortcuts="Control+Shift+C">
              {chosen.row.copy.label}
            </Button>
          )}
          {chosen.row.main && (
            <Button
              onClick={() => open(chosen.row!.group, chosen.row!.title, chosen.row!.main!.address)}
              aria-keyshortcuts="Control+Enter"
            >
              {chosen.row.main.label}
              <span className="shell-key"> Ctrl ↵</span>
            </Button>
          )}
        </div>
      )}
      <p role="status" className="shell-search-state">
        {failed ??
          (isAsking
            ? say('searching')
            : options.length === 0
              ? say(isCommand ? 'commandNone' : 'searchNone', { word: settled })
              : settled || isCommand
                ? say('searchCount', { count: options.length })
                : say('searchCommands'))}
      </p>
    </Sheet>
  )
}
