import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { keyOf } from '../../composing.ts'
import { CallRefused, notifyRefusal } from '../../client.ts'
import { notify } from '../../notice.ts'
import { isTyping } from '../view/keys.ts'
import { endUndo, forgetUndo, type Undo, undoTime, useUndo } from '../view/undo.ts'
import './UndoBar.css'
import { useShellWords } from '../words.ts'

/** Says what was just done and undoes it, for ten seconds; a reader who points at it or is in it holds it. */
export function UndoBar() {
  const offer = useUndo()
  useEffect(() => () => forgetUndo(), [])
  return <div role="status">{offer && <Offered key={offer.place} offer={offer} />}</div>
}

function Offered({ offer }: { offer: Undo }) {
  const say = useShellWords()
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isPointedAt || isFocused
  const [isBusy, setBusy] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isHeld || isBusy) return
    const timer = setTimeout(() => endUndo(offer), undoTime)
    return () => clearTimeout(timer)
  }, [offer, isHeld, isBusy])

  function onFocus({ relatedTarget }: FocusEvent) {
    setFocused(true)
    if (relatedTarget instanceof HTMLElement && !bar.current!.contains(relatedTarget))
      before.current = relatedTarget
  }
  /** The keyboard goes back to where it came from, unless it went on meanwhile. */
  function end() {
    const at = document.activeElement
    const isHere = at === document.body || bar.current?.contains(at)
    endUndo(offer)
    if (!isHere) return
    before.current?.focus()
    // What is gone, folded away or disabled by now takes no focus.
    if (document.activeElement !== before.current) document.querySelector('main')?.focus()
  }
  async function undo() {
    setBusy(true)
    try {
      if ((await offer.undo()) !== false) notify('success', say('undone'))
    } catch (error) {
      if (error instanceof CallRefused) notifyRefusal(error)
      else throw error
    } finally {
      end()
    }
  }
  const byKey = useEffectEvent((event: KeyboardEvent) => {
    if (isBusy || event.shiftKey || event.altKey || keyOf(event).toLowerCase() !== 'z') return
    // A field undoes what was typed in it.
    if (!(event.ctrlKey || event.metaKey) || isTyping(event)) return
    event.preventDefault()
    void undo()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => byKey(event)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <div
      ref={bar}
      className="undo-bar k-row"
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={onFocus}
      onBlur={() => setFocused(false)}
    >
      <span>{offer.text}</span>
      <button
        className="k-bare"
        type="button"
        disabled={isBusy}
        aria-keyshortcuts="Control+Z"
        onClick={() => void undo()}
      >
        {say('undo')}
      </button>
      <button className="k-bare" type="button" aria-label={say('close')} onClick={end}>
        ✕
      </button>
    </div>
  )
}
