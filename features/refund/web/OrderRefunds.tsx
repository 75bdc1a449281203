import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { freshId } from '../../../web/freshId.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { TextField } from '../../../web/kit/Field.tsx'
import { type Faults, Form } from '../../../web/kit/Form.tsx'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { ServicePhone } from '../../project/web/ServicePhone.tsx'
import type { Order } from '../../order/contract.ts'
import { textCalls } from '../../project/text/contract.ts'
import { type MyRefund, refundCalls, type RefundData, type RefundStatus } from '../contract.ts'
import { leftOf } from '../../order/rules.ts'
import { refundLifecycle } from '../rules.ts'
import './Refund.css'
import { RefundStatusTag } from './RefundStatusTag.tsx'
import { useOwnRefundWords } from './ownWords.ts'
import { useRefundWords } from './words.ts'

/** More than anybody has. */
const most = 50

/** Refunds of an order as a learner sees them: where the money is, and the way to ask for it back. */
export function OrderRefunds({ order }: { order: Order }) {
  const say = useRefundWords()
  const ofOwn = useOwnRefundWords()
  const [asking, setAsking] = useState(false)
  // Money that came for a cancelled order goes back as well.
  const mayHave = order.amount > 0 && order.status !== 'unpaid'
  const { data } = useCall(refundCalls.findMyList, { limit: most }, { enabled: mayHave })
  const refunds = data?.list.filter(({ orderId }) => orderId === order.id) ?? []
  const isPaid = order.status === 'paid' || order.status === 'part_refunded'
  // Of a class one refund is under way at a time; one of all that is left pauses it.
  const mayAsk = mayHave && isPaid && order.items.some((item) => item.refunding === 0 && leftOf(item) > 0)
  const isPaused = order.items.some((item) => item.refunding > 0 && leftOf(item) === 0)
  if (!mayAsk && refunds.length === 0) return null
  return (
    <>
      {refunds.map((refund) => (
        <RefundSteps key={refund.id} refund={refund} />
      ))}
      {isPaused && <p className="k-muted k-small">{ofOwn('paused')}</p>}
      {mayAsk && (
        <Button kind="quiet" onClick={() => setAsking(true)}>
          {say('ask')}
        </Button>
      )}
      <Sheet open={asking} onClose={() => setAsking(false)} title={say('ask')}>
        <AskForm orderId={order.id} onDone={() => setAsking(false)} />
      </Sheet>
    </>
  )
}

interface Step {
  text: 'stepAsked' | 'stepOpened' | 'stepRejected' | 'stepCancelled' | 'stepApproved' | Happened | Expected
  /** Moment at which it happened; null while it is to come. */
  at: string | null
  failed?: boolean
  reason?: string | null
}
type Happened = (typeof happened)[keyof typeof happened]
type Expected = 'stepToSend' | 'stepToArrive' | 'stepToReverse'

const happened = {
  sent: 'stepSent',
  failed: 'stepFailed',
  arrived: 'stepArrived',
  offline: 'stepOffline',
} as const

/** Steps that are still to come, by the state of a refund. */
const expected: Partial<Record<RefundStatus, readonly Expected[]>> = {
  applied: ['stepToSend', 'stepToArrive'],
  awaiting_red: ['stepToReverse', 'stepToArrive'],
  processing: ['stepToArrive'],
}

/** Steps of a refund: each that its money took, and those still to come. */
function stepsOf({ status, kind, createdAt, decidedAt, decision, events }: MyRefund): Step[] {
  const steps: Step[] = [{ text: kind === 'learner' ? 'stepAsked' : 'stepOpened', at: createdAt }]
  if (status === 'rejected') return [...steps, { text: 'stepRejected', at: decidedAt, reason: decision }]
  if (status === 'cancelled') return [...steps, { text: 'stepCancelled', at: decidedAt }]
  if (status === 'awaiting_red') steps.push({ text: 'stepApproved', at: decidedAt })
  for (const event of events)
    steps.push({ text: happened[event.kind], at: event.at, failed: event.kind === 'failed' })
  for (const text of expected[status] ?? []) steps.push({ text, at: null })
  return steps
}

/** Steps of one refund, with where its money is. */
function RefundSteps({ refund }: { refund: MyRefund }) {
  const say = useRefundWords()
  const ofOwn = useOwnRefundWords()
  const [asking, setAsking] = useState(false)
  const cancel = useAction(refundCalls.cancel, {
    onDone() {
      setAsking(false)
      notify('success', ofOwn('cancelled'))
    },
  })
  const { status } = refund
  const steps = stepsOf(refund)
  return (
    <section className="refund-steps">
      <p>
        <b>{ofOwn('refundOf', { amount: yuan(refund.amount) })}</b> <RefundStatusTag status={status} />
      </p>
      <ol>
        {steps.map(({ text, at, failed, reason }, i) => (
          <li key={i} className={failed ? 'failed' : at ? 'done' : ''}>
            {ofOwn(text, { reason: reason ?? '' })}{' '}
            {at && <span className="k-muted k-small">{dateTime(at)}</span>}
          </li>
        ))}
      </ol>
      {refund.waitsFor && (
        <p className="k-note">
          {refund.waitsFor} <Link to="?tab=invoices">{say('toInvoices')}</Link>
        </p>
      )}
      {status === 'failed' && <p className="k-note">{ofOwn('failedHint')}</p>}
      {refund.kind === 'surplus' && <p className="k-muted k-small">{ofOwn('surplusHint')}</p>}
      {status === 'processing' && <p className="k-muted k-small">{ofOwn('arrivesHint')}</p>}
      {status === 'applied' && (
        <p className="k-muted k-small">
          {ofOwn('reviewHint')} <ServicePhone />
        </p>
      )}
      {refund.kind === 'learner' && refundLifecycle.can(status, 'cancel') && (
        <Button kind="quiet" onClick={() => setAsking(true)}>
          {ofOwn('cancelAsked')}
        </Button>
      )}
      <Sheet open={asking} onClose={() => setAsking(false)} title={ofOwn('cancelAsked')}>
        <p>{ofOwn('cancelHint')}</p>
        <div className="order-actions k-cluster k-gap-3 k-end">
          <Button onClick={() => setAsking(false)}>{ofOwn('keepAsked')}</Button>
          <Button
            kind="danger"
            busy={cancel.isPending}
            onClick={() => cancel.mutate({ refundId: refund.id })}
          >
            {ofOwn('cancelSure')}
          </Button>
        </div>
      </Sheet>
    </section>
  )
}

/** The request itself: what goes back, which rules block it, and what follows. */
function AskForm({ orderId, onDone }: { orderId: string; onDone: () => void }) {
  const query = useCall(refundCalls.data, { orderId }, { staleTime: 0 })
  const { data: text } = useCall(textCalls.findRefundOrderText, {}, { staleTime: 300_000 })
  return (
    <>
      {text?.content && (
        // The text is sanitised where it is written.
        <div className="session-text" dangerouslySetInnerHTML={{ __html: text.content }} />
      )}
      <Loaded query={query}>{(data) => <AskInputs data={data} onDone={onDone} />}</Loaded>
    </>
  )
}

function AskInputs({ data, onDone }: { data: RefundData; onDone: () => void }) {
  const say = useRefundWords()
  const ofOwn = useOwnRefundWords()
  const possible = data.items.filter(({ blocks }) => blocks.length === 0)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const submit = useAction(refundCalls.submit, { quiet: true })
  const requestKey = useRef(freshId())
  const chosen = possible.filter(({ itemId }) => !left.has(itemId))
  const sum = chosen.reduce((total, { amount }) => total + amount, 0)
  const toggle = (itemId: string) => {
    const next = new Set(left)
    if (!next.delete(itemId)) next.add(itemId)
    setLeft(next)
  }
  return (
    <Form
      className="refund-ask k-stack k-gap-4"
      field="items"
      check={(): Faults => (reason.trim().length < 2 ? { reason: ofOwn('reasonFirst') } : {})}
      onSubmit={async () => {
        await submit.mutateAsync({
          orderId: data.orderId,
          items: chosen.map(({ itemId }) => ({ itemId })),
          reason: reason.trim(),
          requestKey: requestKey.current,
        })
        onDone()
        notify('success', say('asked'))
      }}
    >
      {({ faults, busy, clear }) => (
        <>
          <ul className="refund-items">
            {data.items.map(({ itemId, name, amount, progress, blocks }) => (
              <li key={itemId} className="refund-item k-stack k-gap-2">
                <label className="k-tick">
                  <input
                    type="checkbox"
                    disabled={blocks.length > 0}
                    checked={blocks.length === 0 && !left.has(itemId)}
                    onChange={() => toggle(itemId)}
                  />
                  <span>
                    {name} ·{' '}
                    <span className="order-facts k-nowrap">
                      ¥{yuan(amount)} · {say('studied', { percent: Math.floor(progress / 100) })}
                    </span>
                  </span>
                </label>
                {blocks.map((sentence) => (
                  <p key={sentence} className="k-note">
                    {sentence}
                  </p>
                ))}
              </li>
            ))}
          </ul>
          {possible.length === 0 ? (
            <p>{ofOwn('noneHint')}</p>
          ) : (
            <>
              {faults.items && <p className="k-note">{faults.items}</p>}
              <TextField
                label={say('reason')}
                maxLength={200}
                value={reason}
                error={faults.reason}
                onChange={(event) => {
                  clear()
                  setReason(event.target.value)
                }}
              />
              <ul className="refund-follows">
                <li>{ofOwn('followsStudy')}</li>
                <li>{ofOwn('followsCertificate')}</li>
                <li>{ofOwn('followsMoney')}</li>
              </ul>
              <Button kind="main" wide type="submit" busy={busy} disabled={chosen.length === 0}>
                {ofOwn('askFor', { amount: yuan(sum) })}
              </Button>
            </>
          )}
        </>
      )}
    </Form>
  )
}
