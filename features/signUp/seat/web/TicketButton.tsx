import { useState } from 'react'
import { download } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import type { MyApplication } from '../../application/contract.ts'
import { seatCalls } from '../contract.ts'
import { useSeatWords } from './words.ts'

/** Downloads the ticket of an application. */
export function TicketButton({
  application: { id, title },
}: {
  application: Pick<MyApplication, 'id' | 'title'>
}) {
  const say = useSeatWords()
  const [busy, setBusy] = useState(false)
  async function fetchTicket() {
    setBusy(true)
    // The client has shown why there is none.
    await download(seatCalls.downloadTicket, { id }).catch(() => {})
    setBusy(false)
  }
  return (
    <Button kind="main" busy={busy} onClick={() => void fetchTicket()}>
      {say('downloadTicket')}
      <span className="k-hidden"> {title}</span>
    </Button>
  )
}
