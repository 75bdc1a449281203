import { useRef, useState } from 'react'
import type { OutputOf } from '../../../../contract/call.ts'
import { yuan } from '../../../../contract/money.ts'
import { useAction, useCall } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { freshId } from '../../../../web/freshId.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { type Faults, Form } from '../../../../web/kit/Form.tsx'
import { Empty, Failure, Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { type CanInvoice, invoiceCalls } from '../../contract.ts'
import { ordersOfInvoice } from '../../rules.ts'
import './Invoice.css'
import { InvoicePaper } from './InvoicePaper.tsx'
import { TitleFacts } from './TitleFacts.tsx'
import { emptyDraft, requestOf, type TitleDraft, titleFaults, withTitle } from './title.ts'
import { SavedTitles, TitleInputs, useTitleTexts } from './TitleInputs.tsx'
import { useRequestWords } from './requestWords.ts'

type Own = OutputOf<typeof invoiceCalls.accountInvoice>

/** Orders on a page of the call, which is as many as an invoice may have. */
const most = ordersOfInvoice

/**
 * A request for an invoice: which orders, to whom, then what it would say, line by line, before it is submitted. A
 * learner's and a unit's are the same form.
 */
export function InvoiceRequest({
  orderId,
  isUnit,
  onDone,
}: {
  /** The order it was opened for. */
  orderId?: string | undefined
  isUnit: boolean
  onDone: (id: string) => void
}) {
  const say = useRequestWords()
  const own = useCall(invoiceCalls.accountInvoice, {}, { staleTime: 0 })
  const orders = useCall(invoiceCalls.canAddList, { only: 'left', limit: most }, { staleTime: 0 })
  const named = useCall(
    invoiceCalls.canAddList,
    { only: 'left', orderId: orderId!, limit: 1 },
    { enabled: orderId !== undefined, staleTime: 0 },
  )
  const isComing = orderId !== undefined && named.isPending
  return (
    <Loaded query={own} skeleton={<Skeleton lines={8} />}>
      {(account) =>
        account.open ? (
          <Loaded query={orders} skeleton={<Skeleton lines={8} />}>
            {({ list, total }) => {
              if (isComing) return <Skeleton lines={8} />
              const rest = list.filter(({ orderId: id }) => id !== orderId)
              const all = [...(named.data?.list ?? []), ...rest]
              return all.length === 0 ? (
                <Empty title={say('nothingLeft')} hint={say('nothingLeftHint')} />
              ) : (
                <Steps
                  own={account}
                  orders={all}
                  total={total}
                  first={named.data?.list[0]?.orderId ?? (all.length === 1 ? all[0]!.orderId : undefined)}
                  isUnit={isUnit}
                  onDone={onDone}
                />
              )
            }}
          </Loaded>
        ) : (
          <Empty title={say('closed')} />
        )
      }
    </Loaded>
  )
}

function Steps({
  own,
  orders,
  total,
  first,
  isUnit,
  onDone,
}: {
  own: Own
  orders: readonly CanInvoice[]
  total: number
  first: string | undefined
  isUnit: boolean
  onDone: (id: string) => void
}) {
  const say = useRequestWords()
  const texts = useTitleTexts()
  const requestKey = useRef(freshId())
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(first ? [first] : []))
  const [draft, setDraft] = useState<TitleDraft>(() => {
    const empty = emptyDraft(isUnit, own.email)
    const kinds = own.kinds.includes('ordinary') ? empty : { ...empty, invoiceKind: own.kinds[0]! }
    const last = own.titles.find(({ kind }) => !isUnit || kind === 'enterprise')
    return last ? withTitle(kinds, last) : kinds
  })
  const [isReviewed, setReviewed] = useState(false)
  const orderIds = orders.map(({ orderId }) => orderId).filter((id) => chosen.has(id))
  const preview = useCall(invoiceCalls.invoiceRemark, { orderIds }, { enabled: isReviewed, staleTime: 0 })
  const save = useAction(invoiceCalls.save, { quiet: true })
  const sum = orders.reduce((fen, { orderId, left }) => (chosen.has(orderId) ? fen + left : fen), 0)
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  function check(): Faults {
    const ofOrders: Faults =
      orderIds.length === 0
        ? { orderIds: say('chooseFirst') }
        : orderIds.length > ordersOfInvoice
          ? { orderIds: say('tooMany', { limit: ordersOfInvoice }) }
          : {}
    return { ...ofOrders, ...titleFaults(draft, texts) }
  }
  async function submit() {
    if (!isReviewed) return setReviewed(true)
    const { id, applyNo } = await save.mutateAsync({
      orderIds,
      ...requestOf(draft),
      expectedAmount: preview.data!.amount,
      paper: preview.data!.paper,
      requestKey: requestKey.current,
    })
    notify('success', say('submitted', { applyNo }))
    onDone(id)
  }
  return (
    <Form
      className="invoice-ask k-stack k-gap-4"
      field="orderIds"
      focused
      guarded
      check={check}
      onSubmit={submit}
      onRefused={({ field }) => {
        // What the title is refused for is put right in the form; a changed paper is read again.
        if (field && field !== 'expectedAmount' && field !== 'paper') setReviewed(false)
        else void preview.refetch()
      }}
    >
      {({ faults, busy, clear }) =>
        isReviewed ? (
          <>
            <p className="k-muted">{say('previewHint')}</p>
            <TitleFacts {...requestOf(draft)} />
            {preview.isError ? (
              <Failure error={preview.error} onRetry={() => void preview.refetch()} />
            ) : preview.data && !preview.isPlaceholderData ? (
              <InvoicePaper of={preview.data} />
            ) : (
              <Skeleton lines={8} />
            )}
            {Object.values(faults).map((text) => (
              <p key={text} className="k-note" role="alert">
                {text}
              </p>
            ))}
            <div className="k-sheet-foot invoice-foot">
              <Button
                onClick={() => {
                  clear()
                  setReviewed(false)
                }}
              >
                {say('back')}
              </Button>
              <Button kind="main" type="submit" busy={busy || preview.isFetching} disabled={!preview.data}>
                {say('submit', { amount: yuan(preview.data?.amount ?? sum) })}
              </Button>
            </div>
          </>
        ) : (
          <>
            <fieldset className="k-box invoice-orders">
              <legend>{say('choose')}</legend>
              {total > orders.length && (
                <p className="k-muted k-small">{say('onlyFirst', { count: orders.length })}</p>
              )}
              <ul className="k-list">
                {orders.map((order) => (
                  <li key={order.orderId}>
                    <OrderTick
                      order={order}
                      isUnit={isUnit}
                      checked={chosen.has(order.orderId)}
                      onToggle={() => {
                        clear()
                        toggle(order.orderId)
                      }}
                    />
                  </li>
                ))}
              </ul>
              {faults.orderIds && (
                <p className="k-note" role="alert">
                  {faults.orderIds}
                </p>
              )}
            </fieldset>
            <SavedTitles draft={draft} isUnit={isUnit} onChoose={setDraft} />
            <TitleInputs
              draft={draft}
              onChange={(next) => {
                clear()
                setDraft(next)
              }}
              kinds={own.kinds}
              isUnit={isUnit}
              faults={faults}
            />
            <div className="k-sheet-foot invoice-foot">
              <strong className="k-numbers">¥{yuan(sum)}</strong>
              <Button kind="main" type="submit" busy={busy}>
                {say('review')}
              </Button>
            </div>
          </>
        )
      }
    </Form>
  )
}

function OrderTick({
  order,
  isUnit,
  checked,
  onToggle,
}: {
  order: CanInvoice
  isUnit: boolean
  checked: boolean
  onToggle: () => void
}) {
  const say = useRequestWords()
  const gone = order.amount - order.left
  return (
    <label className="k-tick">
      <input type="checkbox" checked={checked} onChange={onToggle} />
      <span>
        {order.classNames.join(say('comma'))}
        <span className="k-muted k-small invoice-under">
          {order.orderNo} {order.paidAt && dateTime(order.paidAt)}
        </span>
        {gone > 0 && (
          <span className="k-muted k-small invoice-under">
            {say('partly', { paid: yuan(order.amount), gone: yuan(gone) })}
          </span>
        )}
        {isUnit && <span className="k-muted k-small invoice-under">{say('rosterAnnexed')}</span>}
      </span>
      <span className="k-numbers k-nowrap invoice-left">{say('payable', { amount: yuan(order.left) })}</span>
    </label>
  )
}
