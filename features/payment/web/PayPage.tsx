import { orderLifecycle } from '../../order/rules.ts'
import { useStateName } from '../../../web/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { send, useCall } from '../../../web/client.ts'
import { clock } from '../../../web/format.ts'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import { Empty, Failure, Loaded } from '../../../web/kit/Loaded.tsx'
import { Ring } from '../../../web/kit/Ring.tsx'
import { notify } from '../../../web/notice.ts'
import { paymentCalls } from '../contract.ts'
import { type Order, orderCalls } from '../../order/contract.ts'
import { WaysOn } from '../../../web/kit/WaysOn.tsx'
import '../../order/web/Order.css'
import { OrderLines } from '../../order/web/OrderLines.tsx'
import { OrderStatusTag } from '../../order/web/OrderStatusTag.tsx'
import { useOrderWords } from '../../order/web/words.ts'

/** /go-pay, /v2/go-pay, /student/order-pay: what is to be paid, the code to scan, and the paid page. */
export default function PayPage() {
  const say = useOrderWords()
  const [query] = useSearchParams()
  const orderId = query.get('orderId')
  const order = useCall(orderCalls.getOrderDetail, { orderId: orderId ?? '' }, { enabled: orderId !== null })
  const again = order.refetch
  const refetch = useCallback(() => void again(), [again])
  if (!orderId) {
    return (
      <Empty
        title={say('missing')}
        action={
          <>
            <ButtonLink to="/my?tab=orders">{say('mine')}</ButtonLink>
            <WaysOn />
          </>
        }
      />
    )
  }
  return <Loaded query={order}>{(data) => <Paying order={data} onChange={refetch} />}</Loaded>
}

function Paying({ order, onChange }: { order: Order; onChange: () => void }) {
  const say = useOrderWords()
  const nameOf = useStateName(orderLifecycle)
  if (order.status === 'unpaid') {
    return (
      <div className="pay">
        <section className="k-card padded">
          <div className="order-head">
            <h1>{say('payTitle')}</h1>
            <OrderStatusTag status={order.status} />
          </div>
          <p className="k-muted k-small">
            {say('orderNo')} {order.orderNo}
          </p>
          <OrderLines order={order} />
        </section>
        <PayCode order={order} onChange={onChange} />
      </div>
    )
  }
  const opened = order.status === 'paid' || order.status === 'free'
  return (
    <section className="k-card pay-done" style={{ marginTop: 24 }}>
      <Ring
        size={88}
        label={nameOf(order.status)}
        parts={[{ value: opened ? 1 : 0.5, color: opened ? 'var(--good)' : 'var(--line)' }]}
      >
        {opened && '✓'}
      </Ring>
      <h1>
        {opened
          ? say(order.amount === 0 || order.status === 'free' ? 'payFree' : 'done')
          : nameOf(order.status)}
      </h1>
      <p className="k-muted">
        {opened
          ? say(order.amount === 0 || order.status === 'free' ? 'doneFree' : 'doneHint')
          : order.closedReason && say(order.closedReason)}
      </p>
      <div style={{ width: 'min(460px, 100%)', textAlign: 'left' }}>
        <OrderLines order={order} />
      </div>
      <div className="order-actions">
        <ButtonLink to="/my?tab=orders">{say('mine')}</ButtonLink>
        <ButtonLink kind="main" to={opened ? '/classCenter' : '/publicClass'}>
          {say(opened ? 'study' : 'chooseClasses')}
        </ButtonLink>
      </div>
    </section>
  )
}

const secondsTo = (moment: number) => Math.max(0, Math.round((moment - Date.now()) / 1000))

/** Seconds until a moment, counted down; null until it is known. */
function useSecondsTo(moment: number | null): number | null {
  const [, turn] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => turn((last) => last + 1), 500)
    return () => clearInterval(timer)
  }, [])
  return moment === null ? null : secondsTo(moment)
}

function PayCode({ order, onChange }: { order: Order; onChange: () => void }) {
  const say = useOrderWords()
  const cache = useQueryClient()
  const code = useCall(
    paymentCalls.getOrderPayQrcode,
    { orderId: order.id },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  // The code's own time, counted from when it came: an order may wait longer than one code is good.
  const left = useSecondsTo(code.data ? code.dataUpdatedAt + code.data.secondsLeft * 1000 : null)
  const [picture, setPicture] = useState('')
  const [checking, setChecking] = useState(false)
  const codeUrl = code.data?.codeUrl

  useEffect(() => {
    if (!codeUrl) return
    let wanted = true
    void import('qrcode').then(async ({ default: QRCode }) => {
      const svg = await QRCode.toString(codeUrl, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' })
      if (wanted) setPicture(`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`)
    })
    return () => {
      wanted = false
    }
  }, [codeUrl])

  const isOver = left === 0
  useEffect(() => {
    if (isOver) onChange()
    const timer = setInterval(async () => {
      if (document.hidden) return
      const answer = await send(paymentCalls.isOrderPay, { orderId: order.id }, { quiet: true }).catch(
        () => null,
      )
      if (answer && answer.status !== 'unpaid') {
        onChange()
        void cache.invalidateQueries()
      }
    }, 2500)
    return () => clearInterval(timer)
  }, [isOver, order.id, onChange, cache])

  async function check() {
    setChecking(true)
    const answer = await send(paymentCalls.isOrderPay, { orderId: order.id }).catch(() => null)
    setChecking(false)
    if (answer?.status === 'unpaid') notify('prompt', say('notYet'))
    else if (answer) onChange()
  }

  if (code.isError) return <Failure error={code.error} onRetry={() => void code.refetch()} />
  return (
    <section className="k-card padded pay-code">
      <div className="pay-amount">¥{yuan(order.amount)}</div>
      <p aria-live="off">{left !== null && (isOver ? say('timeout') : say('left', { time: clock(left) }))}</p>
      {picture ? (
        <img className={isOver ? 'old' : ''} src={picture} alt={say('qr', { amount: yuan(order.amount) })} />
      ) : (
        <div className="k-skeleton" style={{ width: 220, height: 220 }} />
      )}
      {isOver && <Button onClick={() => void code.refetch()}>{say('again')}</Button>}
      <p>{say('scan')}</p>
      <p className="k-muted k-small">{say('phone')}</p>
      {code.data?.cashierUrl && (
        <a className="k-button main wide" href={code.data.cashierUrl} target="_blank" rel="noreferrer">
          {say('cashier')}
        </a>
      )}
      <Button kind="quiet" busy={checking} onClick={() => void check()}>
        {say('check')}
      </Button>
      <p className="k-muted k-small">{say('waiting')}</p>
    </section>
  )
}
