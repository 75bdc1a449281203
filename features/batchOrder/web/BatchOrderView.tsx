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
import { unitClassPaths } from '../../unitClass/web/paths.ts'
import { type BatchItem, batchOrderCalls, type BatchOrderDetail } from '../contract.ts'
import { type Stage, stageWords } from '../rules.ts'
import { BatchItems } from './BatchItems.tsx'
import './BatchOrder.css'
import { OrderTransfer } from './OrderTransfer.tsx'
import { StageTag, WaitsFor } from './StageTag.tsx'
import { useBatchOrderWords } from './words.ts'

const VoucherForm = dialogPart(() => import('./VoucherForm.tsx'))
const ReasonDialog = dialogPart(() => import('./ReasonDialog.tsx'))

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
      {order.payMode === 'transfer' && order.status === 'unpaid' && <Transfer order={order} />}
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
              {say('proForma')}
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
              {say('rejectVoucher')}
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
        title={say('next', { what: either(next.zh, next.en) })}
        description={
          <>
            <WaitsFor stage={order.stage} />
            {isWaiting && (
              <div>
                {say('due')} {dateTime(order.expiresAt)} ({say('left', { time: duration(order.secondsLeft) })}
                )
              </div>
            )}
            {isOpen && <div>{say('opening', { opened: order.opened, count: order.headCount })}</div>}
            {order.voucher?.decision && (
              <div>{say('rejectedBecause', { reason: order.voucher.decision })}</div>
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
            <dt>{say('received')}</dt>
            <dd>
              ¥{yuan(order.received)}
              <div className="k-caption">
                {order.received < order.amount
                  ? say('missing', { amount: yuan(order.amount - order.received) })
                  : order.received > order.amount &&
                    say('excess', { amount: yuan(order.received - order.amount) })}
              </div>
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
      {asking && <ReasonDialog orderId={order.id} step={asking} onClose={() => setAsking(null)} />}
    </section>
  )
}

/** Bank account with the reference for the memo of a transfer, what came of it, and the bank’s slip. */
function Transfer({ order }: { order: BatchOrderDetail }) {
  const say = useBatchOrderWords()
  const [isWriting, setWriting] = useState(false)
  const mayReceipts = useMay(receiptCalls.findPageList)
  const { bankAccount, voucher, receipts, steps } = order
  return (
    <section className="shell-card">
      <h2>{say('bankAccount')}</h2>
      {bankAccount ? (
        <dl className="k-facts">
          <dt>{say('accountName')}</dt>
          <dd>
            <CopyText text={bankAccount.name} name={say('accountName')} />
          </dd>
          <dt>{say('bank')}</dt>
          <dd>{bankAccount.bank}</dd>
          <dt>{say('accountNumber')}</dt>
          <dd>
            <CopyText text={bankAccount.number} name={say('accountNumber')} />
          </dd>
        </dl>
      ) : (
        <Note type="warning" title={say('noAccount')} />
      )}
      <div>
        <span className="k-muted">{say('reference')}</span>{' '}
        <strong className="batch-reference">
          <CopyText text={order.reference} name={say('reference')} />
        </strong>
        <div className="k-caption">{say('referenceHint')}</div>
      </div>
      {voucher && (
        <p>
          {say('voucherOf', { payer: voucher.payerName, day: voucher.day, amount: yuan(voucher.amount) })}{' '}
          {voucher.proofPath && (
            <a href={voucher.proofPath} target="_blank" rel="noreferrer">
              {say('proof')}
            </a>
          )}
        </p>
      )}
      {receipts.length > 0 && (
        <div>
          {say('receipts')}
          <ul>
            {receipts.map((receipt, n) => (
              <li key={`${receipt.day} ${n}`}>
                {say('receiptOf', {
                  day: receipt.day,
                  payer: receipt.payerName,
                  amount: yuan(receipt.amount),
                })}{' '}
                {mayReceipts && receipt.serialNo && (
                  <Link to={`/order-manage/receipts?keyword=${receipt.serialNo}`}>{receipt.serialNo}</Link>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {steps.includes('submitVoucher') && (
        <div>
          <Button type="primary" onClick={() => setWriting(true)}>
            {say(voucher ? 'voucherAgain' : 'voucher')}
          </Button>
        </div>
      )}
      {isWriting && <VoucherForm order={order} onClose={() => setWriting(false)} />}
    </section>
  )
}
