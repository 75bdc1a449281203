import { type ComponentType, useState } from 'react'
import { Link } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { download, useAction, useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { duration } from '../../../web/howLong.ts'
import { Failure, Skeleton } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import { Note } from '../../../web/shell/control/Note.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { confirm } from '../../../web/shell/view/confirm.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import { useSubject } from '../../../web/shell/view/subject.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { useBilingual } from '../../../web/words.ts'
import { OfficePayCode } from '../../payment/web/OfficePayCode.tsx'
import { receiptCalls } from '../../receipt/contract.ts'
import { OrderTransfer } from '../../receipt/voucher/web/OrderTransfer.tsx'
import { Received } from '../../receipt/voucher/web/Received.tsx'
import { TransferPanel } from '../../receipt/voucher/web/TransferPanel.tsx'
import { WaitsFor } from '../../receipt/voucher/web/WaitsFor.tsx'
import { useVoucherWords } from '../../receipt/voucher/web/words.ts'
import { unitClassPaths } from '../../unitClass/web/paths.ts'
import { type BatchItem, batchOrderCalls, type BatchOrderDetail } from '../contract.ts'
import { type Stage, stageWords } from '../rules.ts'
import { BatchItems } from './BatchItems.tsx'
import './BatchOrder.css'
import { StageTag } from './StageTag.tsx'
import { useBatchOrderWords } from './words.ts'

const RejectVoucher = dialogPart(() => import('../../receipt/voucher/web/RejectVoucher.tsx'))
const WaiveBatchOrder = dialogPart(() => import('./WaiveBatchOrder.tsx'))

/** Learners on a page. */
const limit = 20

/** Stages that go on by themselves, so that the page looks again. */
const moving: readonly Stage[] = ['opening', 'toPay']

/** Part of a page that shows the invoices of an order, which a feature above draws. */
export type OrderInvoices = ComponentType<{ orderId: string }>

/** A batch order: its state in words, how it is paid, its invoices, what may be done with it, and its learners. */
export function BatchOrderView({ orderId, Invoices }: { orderId: string; Invoices?: OrderInvoices }) {
  const say = useBatchOrderWords()
  const [page, setPage] = useState(1)
  const [state, setState] = useState<BatchItem['state'] | 'all'>('all')
  const query = useCall(
    batchOrderCalls.getBatchOrderDetail,
    { orderId, page, limit, ...(state === 'all' ? {} : { state }) },
    {
      keep: true,
      staleTime: 0,
      refetchInterval: (order) => (order && moving.includes(order.stage) ? 3000 : false),
    },
  )
  useSubject(query.data?.orderNo ?? '')
  if (query.isError && !query.data)
    return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={10} />
  const order = query.data
  return (
    <div className="batch-order">
      <Head order={order} />
      {order.steps.includes('payByCode') && order.payMode === 'code' && (
        <OfficePayCode
          orderId={order.id}
          codeCall={batchOrderCalls.getBatchOrderPayQrcode}
          paidCall={batchOrderCalls.isBatchOrderPay}
          paidText={say('paid')}
          onPaid={() => void query.refetch()}
        />
      )}
      {order.payMode === 'transfer' && order.status === 'unpaid' && (
        <TransferPanel
          order={order}
          submitCall={order.steps.includes('submitVoucher') ? batchOrderCalls.submitVoucher : null}
        />
      )}
      {Invoices && order.amount > 0 && order.paidAt !== null && <Invoices orderId={order.id} />}
      <BatchItems
        order={order}
        state={state}
        onState={(next) => {
          setState(next)
          setPage(1)
        }}
        page={page}
        limit={limit}
        onPage={setPage}
      />
    </div>
  )
}

/** The state of an order with what comes next and who has to act, its sums, and what may be done. */
function Head({ order }: { order: BatchOrderDetail }) {
  const say = useBatchOrderWords()
  const word = useVoucherWords()
  const either = useBilingual()
  const navigate = useViewNavigate()
  const { next } = stageWords[order.stage]
  const isWaiting = order.status === 'unpaid'
  const isOpen = order.delivery !== null
  const mayRoster = useMay('/train-manage/unit-class')
  const mayOrder = useMay(batchOrderCalls.place)
  const mayRecord = useMay(receiptCalls.record)
  const [asking, setAsking] = useState<'rejectVoucher' | 'free' | null>(null)
  const cancel = useAction(batchOrderCalls.cancelBatchOrder, {
    onDone: () => notify('success', say('cancelled')),
  })
  const retry = useAction(batchOrderCalls.retryDelivery, { onDone: () => notify('success', say('retried')) })
  const toTransfer = useAction(batchOrderCalls.payByTransfer)
  const ask = async (title: string, text: string, yes: string, act: () => void) => {
    if (await confirm({ title, text, yes, no: say('keep') })) act()
  }
  const roster = `${order.unitClassName} · ${order.unitName}`
  const may = (step: BatchOrderDetail['steps'][number]) => order.steps.includes(step)
  return (
    <section className="shell-card">
      <div className="k-cluster k-split">
        <h1>
          {order.unitClassName} <StageTag stage={order.stage} />
        </h1>
        <span className="k-cluster">
          {may('proForma') && (
            <Button
              onClick={() =>
                void download(batchOrderCalls.getProForma, { orderId: order.id }).catch(() => {})
              }
            >
              {word('proForma')}
            </Button>
          )}
          {may('payByTransfer') && order.payMode !== 'transfer' && (
            <Button
              loading={toTransfer.isPending}
              onClick={() =>
                void ask(say('toTransferTitle'), say('toTransferHint'), say('toTransfer'), () =>
                  toTransfer.mutate({ orderId: order.id }),
                )
              }
            >
              {say('toTransfer')}
            </Button>
          )}
          {may('retry') && (
            <Button
              type="primary"
              loading={retry.isPending}
              onClick={() => retry.mutate({ orderId: order.id })}
            >
              {say('retry')}
            </Button>
          )}
          {mayRecord && isWaiting && order.amount > 0 && !order.transferPending && (
            <OrderTransfer order={order} />
          )}
          {may('free') && <Button onClick={() => setAsking('free')}>{say('waive')}</Button>}
          {may('rejectVoucher') && (
            <Button danger onClick={() => setAsking('rejectVoucher')}>
              {word('rejectVoucher')}
            </Button>
          )}
          {may('cancel') && (
            <Button
              danger
              loading={cancel.isPending}
              onClick={() =>
                void ask(say('cancelTitle', { no: order.orderNo }), say('cancelHint'), say('cancel'), () =>
                  cancel.mutate({ orderId: order.id }),
                )
              }
            >
              {say('cancel')}
            </Button>
          )}
          {mayOrder && ['cancelled', 'refunded'].includes(order.stage) && (
            <Button onClick={() => navigate(unitClassPaths.order(order.unitClassId))}>{say('again')}</Button>
          )}
        </span>
      </div>
      <Note
        type={
          order.stage === 'opened'
            ? 'success'
            : ['voucherRejected', 'openedWithErrors', 'partPaid'].includes(order.stage)
              ? 'warning'
              : 'info'
        }
        title={word('next', { what: either(next.zh, next.en) })}
        description={
          <>
            <WaitsFor actor={order.actor} />
            {isWaiting && (
              <div>
                {word('due')} {dateTime(order.expiresAt)} (
                {say('left', { time: duration(order.secondsLeft) })})
              </div>
            )}
            {isOpen && <div>{say('opening', { opened: order.opened, count: order.headCount })}</div>}
            {order.voucher?.decision && (
              <div>{word('rejectedBecause', { reason: order.voucher.decision })}</div>
            )}
          </>
        }
      />
      <dl className="batch-sums">
        <div>
          <dt>{say('amount')}</dt>
          <dd>{order.amount === 0 ? say('sumFree') : `¥${yuan(order.amount)}`}</dd>
        </div>
        <div>
          <dt>{say('count')}</dt>
          <dd>{say('headsOf', { count: order.headCount })}</dd>
        </div>
        {order.received > 0 && (
          <div>
            <dt>{word('received')}</dt>
            <dd>
              <Received received={order.received} amount={order.amount} />
            </dd>
          </div>
        )}
      </dl>
      <dl className="k-facts">
        <dt>{say('orderNo')}</dt>
        <dd>
          <CopyText text={order.orderNo} name={say('orderNo')} />
        </dd>
        <dt>{say('payer')}</dt>
        <dd>
          {order.payerName} <span className="k-caption">{order.payerTaxNo}</span>
        </dd>
        <dt>{say('fromRoster')}</dt>
        <dd>{mayRoster ? <Link to={unitClassPaths.detail(order.unitClassId)}>{roster}</Link> : roster}</dd>
        <dt>{say('orderedAt')}</dt>
        <dd>
          {dateTime(order.createdAt)} {order.placedBy}
        </dd>
      </dl>
      {asking === 'free' && <WaiveBatchOrder orderId={order.id} onClose={() => setAsking(null)} />}
      {asking === 'rejectVoucher' && (
        <RejectVoucher
          orderId={order.id}
          call={batchOrderCalls.rejectVoucher}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  )
}
