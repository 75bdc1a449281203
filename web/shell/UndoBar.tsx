import { useEffect, useState } from 'react'
import { CallRefused, notifyRefusal } from '../client.ts'
import { notify } from '../notice.ts'
import { endUndo, type Undo, undoTime, useUndo } from './undo.ts'
import './UndoBar.css'
import { useShellWords } from './words.ts'

/** Says what was just done and undoes it, for ten seconds; a reader who points at it or is in it holds it. */
export function UndoBar() {
  const offer = useUndo()
  return <div role="status">{offer && <Offered key={offer.place} offer={offer} />}</div>
}

function Offered({ offer }: { offer: Undo }) {
  const say = useShellWords()
  const [isHeld, setHeld] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (isHeld || isBusy) return
    const timer = setTimeout(() => endUndo(offer), undoTime)
    return () => clearTimeout(timer)
  }, [offer, isHeld, isBusy])

  async function undo() {
    setBusy(true)
    try {
      if ((await offer.undo()) !== false) notify('success', say('undone'))
    } catch (error) {
      if (error instanceof CallRefused) notifyRefusal(error)
      else throw error
    } finally {
      endUndo(offer)
    }
  }
  return (
    <div
      className="undo-bar"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{offer.text}</span>
      <button type="button" disabled={isBusy} onClick={() => void undo()}>
        {say('undo')}
      </button>
      <button type="button" aria-label={say('close')} onClick={() => endUndo(offer)}>
        ✕
      </button>
    </div>
  )
}
