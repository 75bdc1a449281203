import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { yuan } from '../../../contract/money.ts'
import type { PaymentChannelName } from '../../../contract/payment.ts'
import { send, useCall } from '../../../web/client.ts'
import { clock } from '../../../web/format.ts'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Failure } from '../../../web/kit/Loaded.tsx'
import { useQrPicture } from '../../../web/kit/useQrPicture.ts'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useChannelName } from '../../order/web/words.ts'
import { batchOrderCalls } from '../contract.ts'
import './BatchOrder.css'
import { useBatchOrderWords } from './words.ts'

/** Seconds until a moment, counted down; null until it is known. */
function useSecondsTo(moment: number | null): number | null {
  const [, turn] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => turn((last) => last + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return moment === null ? null : Math.max(0, Math.round((moment - Date.now()) / 1000))
}

/** The code by which a batch order is paid; it looks for the money by itself while it is seen. */
export function BatchPayCode({ orderId, onPaid }: { orderId: string; onPaid: () => void }) {
  const say = useBatchOrderWords()
  const cache = useQueryClient()
  const nameOf = useChannelName()
  const [channel, setChannel] = useState<PaymentChannelName>()
  const input = { orderId, ...(channel ? { channel } : {}) }
  const code = useCall(batchOrderCalls.getBatchOrderPayQrcode, input, {
    staleTime: Number.POSITIVE_INFINITY,
  })
  const picture = useQrPicture(code.data?.codeUrl)
  const left = useSecondsTo(code.data ? code.dataUpdatedAt + code.data.secondsLeft * 1000 : null)
  const [isBusy, setBusy] = useState(false)
  const paid = useEffectEvent(() => {
    notify('success', say('paid'))
    void cache.invalidateQueries()
    onPaid()
  })
  useEffect(() => {
    async function look() {
      if (document.hidden) return
      const answer = await send(batchOrderCalls.isBatchOrderPay, { orderId }, { quiet: true }).catch(
        () => null,
      )
      if (answer && answer.status !== 'unpaid') paid()
    }
    const timer = setInterval(() => void look(), 2500)
    return () => clearInterval(timer)
  }, [orderId])

  async function check() {
    setBusy(true)
    const answer = await send(batchOrderCalls.isBatchOrderPay, { orderId }).catch(() => null)
    setBusy(false)
    if (answer?.status === 'unpaid') notify('prompt', say('notYet'))
    else if (answer) onPaid()
  }
  async function renew() {
    setBusy(true)
    await send(batchOrderCalls.getBatchOrderPayQrcode, { ...input, renew: true }).catch(() => null)
    await code.refetch()
    setBusy(false)
  }
  if (code.isError)
    return (
      <section className="shell-card">
        <Failure error={code.error} onRetry={() => void code.refetch()} />
      </section>
    )
  const { channels = [], amount = 0, cashierUrl = null } = code.data ?? {}
  return (
    <section className="shell-card batch-code">
      {channels.length > 1 && (
        <Chips
          label={say('channel')}
          value={channel ?? code.data!.channel}
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
      {left !== null && left > 0 && <p className="k-muted">{say('left', { time: clock(left) })}</p>}
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
