import { useEffect, useState } from 'react'
import { clock } from '../../../../web/format.ts'
import { useQrPicture } from '../../../../web/kit/useQrPicture.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import './Invoice.css'
import { useOfficeWords } from './officeWords.ts'

/** Seconds until a moment, counted down; null where there is none. */
function useSecondsTo(moment: string | null): number | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return moment === null ? null : Math.max(0, Math.round((Date.parse(moment) - now) / 1000))
}

/** The code by which the drawer signs in at the tax bureau, with what is left of its time. */
export function LoginQr({
  text,
  until,
  busy,
  onRenew,
}: {
  /** Null where the drawer signs in elsewhere. */
  text: string | null
  until: string | null
  busy: boolean
  onRenew: () => void
}) {
  const say = useOfficeWords()
  const picture = useQrPicture(text)
  const left = useSecondsTo(until)
  const isOver = left === 0
  return (
    <div className="invoice-login">
      <div>
        <strong>{say('loginTitle')}</strong>
        <p>{say(text === null ? 'loginNoCode' : 'loginHint')}</p>
        {left !== null && (
          <p className="k-muted k-numbers" {...(isOver ? { role: 'alert' } : {})}>
            {isOver ? say('loginOver') : say('loginLeft', { time: clock(left) })}
          </p>
        )}
        <Button loading={busy} onClick={onRenew}>
          {say('loginRenew')}
        </Button>
      </div>
      {text !== null &&
        (picture ? (
          <img src={picture} alt={say('loginQr')} data-over={isOver || undefined} />
        ) : (
          <div className="k-skeleton" />
        ))}
    </div>
  )
}
