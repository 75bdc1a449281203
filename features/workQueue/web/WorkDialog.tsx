import { type ReactNode, useEffect, useState } from 'react'
import { relativeTime } from '../../../web/howLong.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { firstFocus } from '../../../web/kit/firstFocus.ts'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { useDialogKeys } from '../../../web/shell/view/keys.ts'
import type { WorkClaim } from '../contract.ts'
import { useClaim } from './useClaim.ts'
import './WorkDialog.css'
import { useWorkQueueWords } from './words.ts'

/** Decision the reader may take about an item. */
export interface WorkAction {
  key: string
  label: string
  kind?: 'main' | 'danger' | 'quiet'
  /** The key that presses it. */
  shortcut?: 'A' | 'R'
  busy?: boolean
  disabled?: boolean
  onClick: () => void
}

/** Milliseconds for which an item is shown before a key decides it: the next one comes by itself, under the same key. */
const readingTime = 1000

/** True if an item was shown for long enough to be read. */
function useRead(id: string): boolean {
  const [read, setRead] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRead(id), readingTime)
    return () => clearTimeout(timer)
  }, [id])
  return read === id
}

/** The item after one of some, or before it; null where there is none. */
function besideOf(ids: readonly string[], id: string, step: 1 | -1): string | null {
  return ids[ids.indexOf(id) + step] ?? null
}

/** The item that comes by itself once one is settled: the next one, else the one before. */
export const nextOf = (ids: readonly string[], id: string) =>
  ids.includes(id) ? (besideOf(ids, id, 1) ?? besideOf(ids, id, -1)) : (ids[0] ?? null)

/**
 * One item of the work, with what there is to know of it and what the reader may decide, and the way to the next one.
 * While it is open colleagues see who is at it.
 */
export function WorkDialog({
  code,
  id,
  waits,
  title,
  ids,
  actions,
  isAsking = false,
  onGo,
  onClose,
  children,
}: {
  /** The kind of work by its code, and what of it. */
  code: string
  id: string
  /** It waits for the reader, who is at work on it then. */
  waits: boolean
  title: string
  /** Items of the list that wait for the reader, in its order. */
  ids: readonly string[]
  actions: readonly WorkAction[]
  /** A question about it is open in its place. */
  isAsking?: boolean
  onGo: (id: string) => void
  onClose: () => void
  children: ReactNode
}) {
  const claim = useClaim(code, waits ? id : null)
  return (
    <Sheet open={!isAsking} onClose={() => !isAsking && onClose()} title={title}>
      <Work {...{ id, ids, actions, onGo, claim }}>{children}</Work>
    </Sheet>
  )
}

function Work({
  id,
  ids,
  actions,
  onGo,
  claim,
  children,
}: Pick<Parameters<typeof WorkDialog>[0], 'id' | 'ids' | 'actions' | 'onGo' | 'children'> & {
  claim: WorkClaim | null
}) {
  const say = useWorkQueueWords()
  const place = useDialogKeys()
  const isRead = useRead(id)
  const [before, after] = [besideOf(ids, id, -1), ids.includes(id) ? besideOf(ids, id, 1) : null]
  return (
    <div className="k-stack k-gap-4" ref={place}>
      <div key={id} ref={firstFocus} tabIndex={-1} className="work-content">
        <ClaimLine claim={claim} />
        {children}
      </div>
      <div className="work-actions k-row">
        {actions.map(({ key, label, kind, shortcut, busy = false, disabled = false, onClick }) => (
          <Button
            key={key}
            kind={kind ?? 'plain'}
            busy={busy}
            disabled={disabled}
            aria-keyshortcuts={isRead ? shortcut : undefined}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
        {(before ?? after) && (
          <span className="work-ways">
            <Button
              kind="quiet"
              aria-keyshortcuts="K"
              disabled={before === null}
              onClick={() => onGo(before!)}
            >
              {say('previous')}
            </Button>
            <span className="k-muted k-small">
              {say('place', { n: ids.indexOf(id) + 1, count: ids.length })}
            </span>
            <Button kind="quiet" aria-keyshortcuts="J" disabled={after === null} onClick={() => onGo(after!)}>
              {say('next')}
            </Button>
          </span>
        )}
      </div>
    </div>
  )
}

/** Says which colleague is at work on an item; nothing of the reader's own work. */
export function ClaimLine({ claim }: { claim: WorkClaim | null | undefined }) {
  const say = useWorkQueueWords()
  if (!claim || claim.own) return null
  return (
    <p className="work-claim" title={relativeTime(claim.since)}>
      {say('claimed', { name: claim.name })}
    </p>
  )
}
