import { type KeyboardEvent, useState } from 'react'
import { keyOf } from '../../composing.ts'
import { Button } from './Button.tsx'
import { useKitWords } from '../../kit/words.ts'
import { useShellWords } from '../words.ts'

/** The pages beside the one shown, with the first and the last; 0 stands for those between. */
export function pagesAround(page: number, last: number): number[] {
  if (last <= 7) return Array.from({ length: last }, (_, i) => i + 1)
  const from = Math.max(2, Math.min(page - 2, last - 4))
  const to = Math.min(last - 1, Math.max(page + 2, 5))
  const middle = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return [1, ...(from > 2 ? [0] : []), ...middle, ...(to < last - 1 ? [0] : []), last]
}

/** Previous, pages, next and, where there are many, a field for the number of a page. */
export function Pages({
  page,
  limit,
  total,
  onPage,
  jumper = false,
  hidesOne = false,
}: {
  page: number
  limit: number
  total: number
  onPage: (page: number) => void
  jumper?: boolean
  /** Nothing is drawn where there is one page only. */
  hidesOne?: boolean
}) {
  const say = useShellWords()
  const kit = useKitWords()
  const last = Math.max(1, Math.ceil(total / limit))
  const [text, setText] = useState('')

  function jump(event: KeyboardEvent) {
    if (keyOf(event) !== 'Enter') return
    const wanted = Number(text)
    setText('')
    if (Number.isInteger(wanted) && wanted >= 1) onPage(Math.min(wanted, last))
  }
  if (hidesOne && last === 1) return null
  return (
    <nav className="office-pages k-cluster" aria-label={say('paging')}>
      <Button aria-label={kit('previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        ‹
      </Button>
      {pagesAround(page, last).map((each, i) =>
        each === 0 ? (
          <span key={`gap ${i}`} aria-hidden>
            …
          </span>
        ) : (
          <Button
            key={each}
            aria-label={say('pageNumber', { page: each })}
            {...(each === page ? { 'aria-current': 'page' as const } : {})}
            onClick={() => onPage(each)}
          >
            {each}
          </Button>
        ),
      )}
      <Button aria-label={kit('next')} disabled={page >= last} onClick={() => onPage(page + 1)}>
        ›
      </Button>
      {jumper && (
        <label>
          {say('pageJump')}{' '}
          <input
            className="office-input"
            inputMode="numeric"
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={jump}
            onBlur={() => setText('')}
          />{' '}
          {say('pageJumpEnd')}
        </label>
      )}
    </nav>
  )
}
