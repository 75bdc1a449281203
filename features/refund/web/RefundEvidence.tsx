import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import type { Approval } from '../../approval/contract.ts'
import { type ManagedRefund, refundCalls } from '../contract.ts'
import { useFailureText } from './failureText.ts'
import { RefundStatusTag } from './RefundStatusTag.tsx'
import { useRefundWords } from './words.ts'

/** Evidence for who approves a refund: what it is decided on, and the bank transfer with its proof. */
export function RefundEvidence({ approval }: { approval: Approval }) {
  const query = useCall(refundCalls.list, { id: approval.subjectId, limit: 1 }, { staleTime: 0 })
  return (
    <Loaded query={query} skeleton={<Skeleton lines={4} />}>
      {({ list: [refund] }) => refund && <Facts refund={refund} />}
    </Loaded>
  )
}

function Facts({ refund }: { refund: ManagedRefund }) {
  const facts = useRefundFacts(refund)
  return (
    <dl className="k-facts">
      {facts.map(
        ([name, fact]) =>
          fact && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}

/** Invoice that is reversed before the money of a refund goes back, with the way to it; nothing where none is. */
export function AwaitedRed({ refund: { waitsFor, orderId } }: { refund: ManagedRefund }) {
  const say = useRefundWords()
  const maySee = useMay('/invoice-manage/invoice-list')
  if (!waitsFor) return null
  return (
    <>
      {waitsFor}{' '}
      {maySee && (
        <Link to={`/invoice-manage/invoice-list?colour=red&orderId=${orderId}`}>{say('toInvoices')}</Link>
      )}
    </>
  )
}

/** Returns the facts on which a refund is decided, each with its name. */
export function useRefundFacts(refund: ManagedRefund): readonly (readonly [name: string, fact: ReactNode])[] {
  const say = useRefundWords()
  const failure = useFailureText()(refund)
  const mayOrders = useMay('/order-manage/list')
  const mayLearners = useMay('/student-manage/student')
  const { kind, status, orderId, orderNo, payerName, accountId, mobileMask, reason, offline } = refund
  const { terms, byTerms, times } = refund
  const payer = [payerName, mobileMask].filter(Boolean).join(' ')
  const decided = [refund.deciderName, refund.decidedAt && dateTime(refund.decidedAt), refund.decision]
  return [
    [
      say('status'),
      <>
        <RefundStatusTag status={status} /> {failure} <AwaitedRed refund={refund} />
      </>,
    ],
    [say('amount'), `¥${yuan(refund.amount)}`],
    [say('order'), mayOrders ? <Link to={`/order-manage/detail?id=${orderId}`}>{orderNo}</Link> : orderNo],
    [
      say('payer'),
      mayLearners && accountId ? (
        <Link to={`/student-manage/student-detail?accountId=${accountId}`}>{payer}</Link>
      ) : (
        payer
      ),
    ],
    [
      say('evidence'),
      <>
        {refund.items.map(({ itemId, name, amount, progress, days }) => (
          <div key={itemId}>
            {name} · ¥{yuan(amount)} · {say('evidenceOf', { percent: Math.floor(progress / 100), days })}
          </div>
        ))}
        {refund.items.length === 0 && say('surplus')}
        {times !== null && <div>{say('timesOf', { nth: times + 1 })}</div>}
        {terms && <div>{say('terms', { ...terms })}</div>}
        {kind === 'learner' && !byTerms && <div>{say('newTerms')}</div>}
      </>,
    ],
    [say('reason'), reason],
    [say('learnerNote'), refund.learnerNote],
    [say('requested'), dateTime(refund.createdAt)],
    [say('decided'), decided.filter(Boolean).join(' · ')],
    [
      say('wayOffline'),
      offline && (
        <>
          {`${say(refund.isProposed ? 'toPayOffline' : 'paidOffline', { ...offline })} · ${offline.serialNo} `}
          {refund.proofPath && (
            <a href={refund.proofPath} target="_blank" rel="noreferrer">
              {say('proof')}
            </a>
          )}
        </>
      ),
    ],
    [say('refundedAt'), refund.succeededAt && dateTime(refund.succeededAt)],
  ]
}
