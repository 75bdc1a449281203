import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Call } from '../../../contract/call.ts'
import { yuan } from '../../../contract/money.ts'
import type { PaymentChannelName } from '../../../contract/payment.ts'
import { send, useCall } from '../../../web/client.ts'
import { clock } from '../../../web/format.ts'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Failure } from '../../../web/kit/Loaded.tsx'
import { useQrPicture } from '../../../web/kit/useQrPicture.ts'
import { notify } from '../../../web/notice.ts'
import { refetchAll } from '../../../web/refetchAll.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useChannelName, useOrderWords } from '../../order/web/words.ts'
import './OfficePayCode.css'
import { usePaymentWords } from './words.ts'

/** Seconds until a moment, counted down; null until it is known. */
function useSecondsTo(moment: number | null): number | null {
  const [, turn] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => turn((last) => last + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return moment === null ? null : Math.max(0, Math.round((moment - Date.now()) / 1000))
}

/** Answer of a call that gives a unit the code for an order. */
interface Code {
  codeUrl: string
  channel: PaymentChannelName
  channels: PaymentChannelName[]
  amount: number
  secondsLeft: number
  cashierUrl: string | null
}

/** The code by which a unit pays an order; it looks for the money by itself while it is seen. */
export function OfficePayCode({
  orderId,
  codeCall,
  paidCall,
  paidText,
  onPaid,
}: {
  orderId: string
  /** Gives the code of an order; `renew` closes the open one and gives another. */
  codeCall: Call
  /** Says the status of an order, after a look for its money. */
  paidCall: Call
  /** Notice once it is paid: what follows. */
  paidText: string
  onPaid: () => void
}) {
  const say = usePaymentWords()
  const word = useOrderWords()
  const cache = useQueryClient()
  const nameOf = useChannelName()
  const [channel, setChannel] = useState<PaymentChannelName>()
  const input = { orderId, ...(channel ? { channel } : {}) }
  const code = useCall(codeCall, input as never, { staleTime: Number.POSITIVE_INFINITY })
  const data = code.data as Code | undefined
  const picture = useQrPicture(data?.codeUrl)
  const left = useSecondsTo(data ? code.dataUpdatedAt + data.secondsLeft * 1000 : null)
  const [isBusy, setBusy] = useState(false)
  async function statusOf(quiet: boolean) {
    const answer = await send(paidCall, { orderId } as never, { quiet }).catch(() => null)
    return (answer as { status: string } | null)?.status
  }
  function paid() {
    notify('success', paidText)
    void refetchAll(cache)
    onPaid()
  }
  const look = useEffectEvent(async () => {
    if (document.hidden) return
    const status = await statusOf(true)
    if (status && status !== 'unpaid') paid()
  })
  useEffect(() => {
    const timer = setInterval(() => void look(), 2500)
    return () => clearInterval(timer)
  }, [orderId])

  async function check() {
    setBusy(true)
    const status = await statusOf(false)
    setBusy(false)
    if (status === 'unpaid') notify('prompt', word('notYet'))
    else if (status) paid()
  }
  async function renew() {
    setBusy(true)
    await send(codeCall, { ...input, renew: true } as never).catch(() => null)
    await code.refetch()
    setBusy(false)
  }
  if (code.isError)
    return (
      <section className="shell-card">
        <Failure error={code.error} onRetry={() => void code.refetch()} />
      </section>
    )
  const { channels = [], amount = 0, cashierUrl = null } = data ?? {}
  return (
    <section className="shell-card office-code">
      {channels.length > 1 && (
        <Chips
          label={word('channel')}
          value={channel ?? data!.channel}
          onChange={setChannel}
          options={channels.map((value) => ({ value, label: nameOf(value) }))}
        />
      )}
      {picture ? (
        <img src={picture} data-over={left === 0 || undefined} alt={say('qr', { amount: yuan(amount) })} />
      ) : (
        <div className="k-skeleton" style={{ width: 220, height: 220 }} />
      )}
      <p>{left === 0 ? say('codeOver') : say('scan')}</p>
      {left !== null && left > 0 && <p className="k-muted">{say('codeLeft', { time: clock(left) })}</p>}
      <div className="k-cluster">
        {cashierUrl && left !== 0 && (
          <a className="k-button main" href={cashierUrl} target="_blank" rel="noreferrer">
            {say('cashier')}
          </a>
        )}
        <Button loading={isBusy} onClick={() => void check()}>
          {say('check')}
        </Button>
        <Button loading={isBusy} onClick={() => void renew()}>
          {say('newCode')}
        </Button>
      </div>
    </section>
  )
}
