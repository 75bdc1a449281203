import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { readViewAs } from '../../../../web/token.ts'
import { visitedUnit } from '../../web/settings.ts'
import { textCalls } from '../contract.ts'
import { usePopupWords } from './popupWords.ts'

/**
 * The project's popup: once to each reader and version, until it was closed. The server remembers it for a learner; a
 * visitor's device does, and a learner's too, so that it stays closed where the server could not be told.
 */
export function Popup({ reader }: { reader: string | null }) {
  const say = usePopupWords()
  const unitId = visitedUnit()
  const key = `popup ${reader ?? unitId ?? 'visitor'}`
  const [seen, setSeen] = useState(() => Number(localStorage.getItem(key) ?? 0))
  const { data: text } = useCall(textCalls.findShownPopup, unitId ? { unitId } : {}, { staleTime: 300_000 })
  const see = useAction(textCalls.seePopup, { quiet: true })
  if (!text || text.version <= seen) return null
  const { version, title, content } = text

  function close() {
    setSeen(version)
    // Staff who look on close it for themselves alone.
    if (readViewAs() !== null) return
    localStorage.setItem(key, String(version))
    if (reader !== null) see.mutate({ version })
  }
  return (
    <Sheet open onClose={close} title={title}>
      <div className="k-stack k-gap-4">
        {/* The text is sanitised where it is written. */}
        <div className="session-text k-stack k-gap-2 k-break" dangerouslySetInnerHTML={{ __html: content }} />
        <Button kind="main" wide onClick={close}>
          {say('known')}
        </Button>
      </div>
    </Sheet>
  )
}
