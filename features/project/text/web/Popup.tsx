import { useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { textCalls } from '../contract.ts'
import { usePopupWords } from './popupWords.ts'

/** The project's popup: once to each reader and version, until it was closed. */
export function Popup({ reader }: { reader: string }) {
  const say = usePopupWords()
  const key = `popup ${reader}`
  const [seen, setSeen] = useState(() => Number(localStorage.getItem(key) ?? 0))
  const { data: text } = useCall(textCalls.findPopup, {}, { staleTime: 300_000 })
  if (!text?.active || text.version <= seen) return null

  function close() {
    localStorage.setItem(key, String(text!.version))
    setSeen(text!.version)
  }
  return (
    <Sheet open onClose={close} title={text.title}>
      {/* The text is sanitised where it is written. */}
      <div className="session-text" dangerouslySetInnerHTML={{ __html: text.content }} />
      <Button kind="main" wide onClick={close}>
        {say('known')}
      </Button>
    </Sheet>
  )
}
