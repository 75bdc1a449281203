import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { InputOf, OutputOf } from '../../../contract/call.ts'
import { yuan } from '../../../contract/money.ts'
import { type PaymentChannelName, paymentChannelNames, type PayPlace } from '../../../contract/payment.ts'
import { send, useCall } from '../../../web/client.ts'
import { clock, dateTime } from '../../../web/format.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Failure } from '../../../web/kit/Loaded.tsx'
import { useQrPicture } from '../../../web/kit/useQrPicture.ts'
import { notify } from '../../../web/notice.ts'
import { refetchAll } from '../../../web/refetchAll.ts'
import type { Order } from '../../order/contract.ts'
import '../../order/web/Order.css'
import { useTransferWords } from '../../order/web/transferWords.ts'
import { useChannelName, useOrderWords } from '../../order/web/words.ts'
import { isInsideWechat, isOnPhone, sceneMinutes } from '../../wechat/rules.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { wechatCalls } from '../../wechat/contract.ts'
import { readPending, savePending } from '../../wechat/web/pending.ts'
import { paymentCalls } from '../contract.ts'
import { openWechatWindow } from './bridge.ts'
import { isInsideAlipay } from '../rules.ts'

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

const rememberedKey = 'payChannel'

/** Milliseconds after which a visit is no longer good for sure. */
const askAgainAfter = (sceneMinutes - 1) * 60_000

/** The visit by which it is known whose WeChat pays here, while it is good for a minute at least. */
function knownPayer(): string | undefined {
  const { payer } = readPending()
  return payer && Date.now() - payer.at < askAgainAfter ? payer.scene : undefined
}

/** Leaves for WeChat to learn whose it is, and comes back to the order's own page; may throw CallRefused. */
async function leaveForPayer(orderId: string): Promise<void> {
  const unitId = visitedUnit()
  const input = { purpose: 'pay' as const, inside: true, ...(unitId ? { unitId } : {}) }
  const { authorizeUrl } = await send(wechatCalls.getQrCode, input, { quiet: true })
  savePending({ redirect: `/go-pay?orderId=${orderId}` })
  location.replace(authorizeUrl!)
}

/** Channel this browser last paid through, where it is known: another portal's way may not be one here. */
function startChannel(): PaymentChannelName | undefined {
  if (isInsideWechat(navigator.userAgent)) return 'wechat'
  if (isInsideAlipay(navigator.userAgent)) return 'alipay'
  const remembered = localStorage.getItem(rememberedKey)
  return paymentChannelNames.find((name) => name === remembered)
}

/**
 * Ways to pay an unpaid order here, or the news that its bank transfer is being checked; `onChange` when
 * either has changed.
 */
export function PayCode(props: { order: Order; onChange: () => void }) {
  return props.order.transferPending ? <TransferPending {...props} /> : <OpenCode {...props} />
}

/** Nothing more is to be paid: a bank transfer came, and somebody checks it. */
function TransferPending({ order, onChange }: { order: Order; onChange: () => void }) {
  const say = useOrderWords()
  const ofTransfer = useTransferWords()
  const check = usePaid(order, false, onChange)
  return (
    <section className="k-card padded pay-code k-stack k-centre" role="status">
      <div className="pay-amount">¥{yuan(order.amount)}</div>
      <h2>{ofTransfer('transferPending', { amount: yuan(order.amount) })}</h2>
      <p className="k-muted">{ofTransfer('transferPendingHint')}</p>
      <Button kind="quiet" busy={check.isBusy} onClick={() => void check.run()}>
        {say('checkTransfer')}
      </Button>
    </section>
  )
}

/** A code to scan, or on a phone the way into WeChat. */
function OpenCode({ order, onChange }: { order: Order; onChange: () => void }) {
  const say = useOrderWords()
  const cache = useQueryClient()
  const isPhone = isOnPhone(navigator.userAgent)
  const isInside = isInsideWechat(navigator.userAgent)
  const nameOf = useChannelName()
  const [place, setPlace] = useState<PayPlace>(isInside ? 'wechat' : isPhone ? 'phone' : 'desk')
  const [payer, setPayer] = useState(knownPayer)
  const isUnknown = place === 'wechat' && payer === undefined
  const [wanted, setWanted] = useState(startChannel)
  const input = {
    orderId: order.id,
    place,
    ...(wanted ? { channel: wanted } : {}),
    ...(place === 'wechat' && payer ? { scene: payer } : {}),
  }
  const code = useCall(paymentCalls.getOrderPayQrcode, input, {
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !isUnknown,
  })
  useEffect(() => {
    // Where nobody can pay inside WeChat, the code and the way out of it are shown.
    if (isUnknown) leaveForPayer(order.id).catch(() => setPlace('desk'))
  }, [isUnknown, order.id])
  const [channels, setChannels] = useState<readonly PaymentChannelName[]>([])
  // They stay while another code is under way.
  if (code.data && code.data.channels.length !== channels.length) setChannels(code.data.channels)
  const channel = wanted ?? code.data?.channel ?? 'wechat'
  const app = say(channel)
  // The code's own time, counted from when it came: an order may wait longer than one code is good.
  const left = useSecondsTo(code.data ? code.dataUpdatedAt + code.data.secondsLeft * 1000 : null)
  const isOver = left === 0
  // Where the order waits longer, nothing is lost with the code.
  const isRenewable = code.data !== undefined && Date.parse(code.data.expiresAt) < Date.parse(order.expiresAt)
  const deadline = !isRenewable ? 'left' : place === 'desk' ? 'codeLeft' : 'linkLeft'
  const check = usePaid(order, isOver, onChange)
  // One payment is open at a time: what another device opens closes this one.
  const isElsewhere =
    code.data !== undefined &&
    check.open !== null &&
    check.open.askedAt > code.dataUpdatedAt &&
    check.open.paymentId !== code.data.paymentId
  const renew = useRenewal(input, () => code.refetch())
  // What is left behind is closed when the other is opened.
  const leave = () => cache.removeQueries({ queryKey: [paymentCalls.getOrderPayQrcode.path] })
  const changePlace = () => {
    leave()
    setPlace(place === 'phone' ? 'desk' : 'phone')
  }
  async function payInside() {
    // WeChat believes a signature for some minutes only; and by then it is to be asked again who pays.
    if (Date.now() - code.dataUpdatedAt > askAgainAfter) return setPayer(undefined)
    const { request, cashierUrl } = code.data!
    const ended = await openWechatWindow(request!, cashierUrl)
    if (ended === 'ok') return void check.run()
    notify('prompt', say('notFinished'))
    if (ended === 'cancelled') return
    // Opened for another WeChat perhaps: the next press has a prepayment of this one.
    await renew.run()
  }
  const changeChannel = (next: PaymentChannelName) => {
    if (next === channel) return
    leave()
    localStorage.setItem(rememberedKey, next)
    setWanted(next)
  }
  const choice = channels.length > 1 && !isInside && (
    <Chips
      label={say('payBy')}
      value={channel}
      onChange={changeChannel}
      options={channels.map((value) => ({ value, label: nameOf(value) }))}
    />
  )

  // It was paid or closed meanwhile, or is about to be: the order itself says which.
  const isOutdated = code.isError && code.error.respCode === 409 && code.error.field === 'orderId'
  useEffect(() => {
    if (isOutdated) onChange()
  }, [isOutdated, onChange])

  if (code.isError && place === 'wechat') {
    savePending({ payer: undefined })
    setPayer(undefined)
    setPlace('desk')
  }
  if (isOutdated)
    return (
      <section className="k-card padded pay-code k-stack k-centre">
        <div className="pay-amount">¥{yuan(order.amount)}</div>
        <p role="status">
          {Date.parse(order.expiresAt) <= Date.now() ? code.error.message : say('refreshing')}
        </p>
        <Button kind="quiet" busy={check.isBusy} onClick={() => void check.run()}>
          {say('check')}
        </Button>
      </section>
    )
  if (code.isError) {
    const retry = () => {
      // A way remembered from elsewhere may be none of this portal's.
      if (wanted && channels.length === 0) {
        localStorage.removeItem(rememberedKey)
        setWanted(undefined)
      } else void code.refetch()
    }
    return (
      <section className="k-card padded pay-code k-stack k-centre">
        {choice}
        <Failure error={code.error} onRetry={retry} />
      </section>
    )
  }
  if (isElsewhere && !code.isFetching && !renew.isBusy)
    return (
      <section className="k-card padded pay-code k-stack k-centre">
        <div className="pay-amount">¥{yuan(order.amount)}</div>
        <p role="status">{say('openElsewhere')}</p>
        <Button kind="main" wide onClick={() => void code.refetch()}>
          {say('payHere')}
        </Button>
        <Button kind="quiet" busy={check.isBusy} onClick={() => void check.run()}>
          {say('check')}
        </Button>
      </section>
    )
  return (
    <section className="k-card padded pay-code k-stack k-centre">
      <div className="pay-amount">¥{yuan(order.amount)}</div>
      {choice}
      <p aria-live="off">
        {left !== null &&
          (isOver
            ? say(place === 'desk' ? 'timeout' : 'timeoutOnPhone')
            : say(deadline, { time: clock(left), until: dateTime(order.expiresAt) }))}
      </p>
      {isOver && (
        <Button
          busy={code.isFetching}
          onClick={() => (place === 'wechat' ? setPayer(undefined) : void code.refetch())}
        >
          {say(place === 'desk' ? 'again' : 'againOnPhone')}
        </Button>
      )}
      {place === 'wechat' ? (
        <>
          {code.data && !isOver ? (
            <Button kind="main" wide onClick={() => void payInside()}>
              {say('onPhone', { app })}
            </Button>
          ) : (
            !isOver && <div className="k-skeleton" style={{ width: '100%', height: 48 }} />
          )}
          <p className="k-muted k-small">{say('onPhoneHint', { app })}</p>
        </>
      ) : place === 'phone' ? (
        <>
          {code.data && !isOver && (
            // The channel asks for the portal it is called from.
            <a className="k-button main wide" href={code.data.codeUrl} referrerPolicy="origin">
              {say('onPhone', { app })}
            </a>
          )}
          {!code.data && <div className="k-skeleton" style={{ width: '100%', height: 48 }} />}
          <p className="k-muted k-small">{say('onPhoneHint', { app })}</p>
        </>
      ) : (
        <Scanned
          code={code.data}
          isOver={isOver}
          hint={isInside ? say('insideWechat') : say('scan', { app })}
        />
      )}
      <Button kind="quiet" busy={check.isBusy} onClick={() => void check.run()}>
        {say('check')}
      </Button>
      {place === 'desk' && code.data && !isOver && (
        // A code that was scanned is paid on that phone alone.
        <Button kind="quiet" busy={renew.isBusy} onClick={() => void renew.run()}>
          {say('newCode')}
        </Button>
      )}
      {isPhone && !isInside && (
        <Button kind="quiet" onClick={changePlace}>
          {place === 'phone' ? say('otherDevice') : say('onPhone', { app })}
        </Button>
      )}
      {place === 'desk' && <p className="k-muted k-small">{say('waiting')}</p>}
    </section>
  )
}

/** A code to scan, drawn; in the demo with its checkout a click away. */
function Scanned({
  code,
  isOver,
  hint,
}: {
  code: OutputOf<typeof paymentCalls.getOrderPayQrcode> | undefined
  isOver: boolean
  hint: string
}) {
  const say = useOrderWords()
  const picture = useQrPicture(code?.codeUrl)
  return (
    <>
      {picture && code ? (
        <img className={isOver ? 'old' : ''} src={picture} alt={say('qr', { amount: yuan(code.amount) })} />
      ) : (
        <div className="k-skeleton" style={{ width: 220, height: 220 }} />
      )}
      <p>{hint}</p>
      {code?.cashierUrl && (
        <a className="k-button main wide" href={code.cashierUrl} target="_blank" rel="noreferrer">
          {say('cashier')}
        </a>
      )}
    </>
  )
}

/** Closes the open code of an order and opens another in its place. */
function useRenewal(input: InputOf<typeof paymentCalls.getOrderPayQrcode>, show: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false)
  async function run() {
    setBusy(true)
    await send(paymentCalls.getOrderPayQrcode, { ...input, renew: true }).catch(() => null)
    await show()
    setBusy(false)
  }
  return { isBusy, run }
}

/**
 * Asks whether the money has arrived: by itself while the page is seen, at once when it is seen again, and on demand.
 * Gives the payment that was found open, with the moment it was asked for.
 */
function usePaid({ id: orderId, amount, transferPending }: Order, isOver: boolean, onChange: () => void) {
  const say = useOrderWords()
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [open, setOpen] = useState<{ paymentId: string; askedAt: number } | null>(null)
  useEffect(() => {
    if (isOver) onChange()
    async function look() {
      if (document.hidden) return
      const askedAt = Date.now()
      const answer = await send(paymentCalls.isOrderPay, { orderId }, { quiet: true }).catch(() => null)
      // Lowered meanwhile, it has another code; paid by a bank transfer that is checked, it has none.
      const isOther = answer?.amount !== amount || answer.transferPending !== transferPending
      if (answer && (answer.status !== 'unpaid' || isOther)) {
        onChange()
        void refetchAll(cache)
      }
      const paymentId = answer?.openPaymentId
      if (paymentId) setOpen((known) => (known?.paymentId === paymentId ? known : { paymentId, askedAt }))
    }
    const onReturn = () => void look()
    const timer = setInterval(onReturn, 2500)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [isOver, orderId, amount, transferPending, onChange, cache])
  async function run() {
    setBusy(true)
    const answer = await send(paymentCalls.isOrderPay, { orderId }).catch(() => null)
    setBusy(false)
    if (answer?.status === 'unpaid' && answer.transferPending === transferPending)
      notify('prompt', say(transferPending ? 'notCheckedYet' : 'notYet'))
    else if (answer) onChange()
  }
  return { isBusy, run, open }
}
