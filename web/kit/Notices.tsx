import { useEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { currentNotices, dismiss, hold, onNotices, release } from '../notice.ts'
import { useKitWords } from './words.ts'

const isPopover = 'popover' in HTMLElement.prototype

/** Area of notices, on the learner side and in the back office alike; pointing at one holds it. */
export function Notices() {
  const say = useKitWords()
  const notices = useSyncExternalStore(onNotices, currentNotices)
  const place = useRef<HTMLDivElement>(null)
  // Above everything, an open dialog too: what is shown last lies on top.
  useEffect(() => {
    if (!isPopover || !place.current?.isConnected) return
    place.current.hidePopover()
    if (notices.length > 0) place.current.showPopover()
  }, [notices])
  // Where nothing can be put above a dialog, the notices are shown in it, and outside again once it is closed.
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    if (isPopover) return
    document.addEventListener('close', redraw, true)
    return () => document.removeEventListener('close', redraw, true)
  }, [])
  const dialogs = isPopover ? [] : document.querySelectorAll('dialog[open]')
  return createPortal(
    <div
      ref={place}
      popover="manual"
      className="k-notices"
      aria-live={notices.some(({ kind }) => kind === 'error') ? 'assertive' : 'polite'}
    >
      {notices.map(({ id, kind, text, traceId, way }) => (
        <div
          key={id}
          className={`k-notice ${kind}`}
          role={kind === 'error' ? 'alert' : 'status'}
          onPointerEnter={() => hold(id)}
          onPointerLeave={() => release(id)}
          onFocus={() => hold(id)}
          onBlur={() => release(id)}
        >
          <span>
            {text}
            {traceId && !text.includes(traceId) && ` (${say('reference', { traceId })})`}
          </span>
          {way && (
            <Link className="k-button quiet" to={way.to} onClick={() => dismiss(id)}>
              {way.label}
            </Link>
          )}
          {traceId && navigator.clipboard && (
            <button
              type="button"
              className="k-button quiet"
              onClick={() => void navigator.clipboard.writeText(traceId)}
            >
              {say('copyReference')}
            </button>
          )}
          <button
            type="button"
            className="k-button quiet"
            aria-label={say('close')}
            onClick={() => dismiss(id)}
          >
            ✕
          </button>
        </div>
      ))}
    </div>,
    dialogs[dialogs.length - 1] ?? document.body,
  )
}
