import { Link } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import type { Approval } from '../../approval/contract.ts'
import { type ManagedOrder, orderCalls } from '../../order/contract.ts'
import { useClassesOf, useLearnersOf } from '../../order/web/words.ts'
import { type Receipt, receiptCalls } from '../contract.ts'
import './Receipt.css'
import { useReceiptWords } from './words.ts'

/** Evidence compared before a bank transfer pays an order: what came beside what it is to pay. */
export function PaymentEvidence({ approval }: { approval: Approval }) {
  const receipts = useCall(
    receiptCalls.findPageList,
    { approvalId: approval.id, limit: 20 },
    { staleTime: 0 },
  )
  const order = useCall(orderCalls.findPageList, { id: approval.subjectId, limit: 1 }, { staleTime: 0 })
  return (
    <Loaded query={order} skeleton={<Skeleton lines={4} />}>
      {({ list: [found] }) => (
        <Loaded query={receipts} skeleton={<Skeleton lines={4} />}>
          {({ list }) => found && <Compared order={found} receipts={list} />}
        </Loaded>
      )}
    </Loaded>
  )
}

function Compared({ order, receipts }: { order: ManagedOrder; receipts: readonly Receipt[] }) {
  const say = useReceiptWords()
  const learnersOf = useLearnersOf()
  const classesOf = useClassesOf()
  /** Sum that came, and how much of it the order takes where it is not all. */
  const sumOf = ({ amount, proposedFor }: Receipt) => {
    const taken = proposedFor.find(({ id }) => id === order.id)?.amount ?? amount
    return taken === amount
      ? `¥${yuan(amount)}`
      : say('takenOf', { amount: yuan(amount), taken: yuan(taken) })
  }
  const rows: { name: string; valueOf: (receipt: Receipt) => string | null; ordered: string }[] = [
    { name: say('payer'), valueOf: ({ payerName }) => payerName, ordered: order.payerName },
    { name: say('sum'), valueOf: sumOf, ordered: `¥${yuan(order.amount)}` },
    { name: say('time'), valueOf: ({ day }) => day, ordered: dateTime(order.createdAt) },
    {
      name: say('forWhom'),
      valueOf: ({ memo }) => memo,
      ordered: [learnersOf(order), classesOf(order)].join(' · '),
    },
  ]
  return (
    <table className="receipt-evidence">
      <thead>
        <tr>
          <th scope="col">
            <span className="k-hidden">{say('compared')}</span>
          </th>
          <th scope="col">
            {say('title')}{' '}
            {receipts.map(({ id, serialNo }) => (
              <Link key={id} to={`/order-manage/receipts?keyword=${serialNo}`}>
                {serialNo}
              </Link>
            ))}
          </th>
          <th scope="col">
            {say('order')} <Link to={`/order-manage/detail?id=${order.id}`}>{order.orderNo}</Link>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, valueOf, ordered }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              {receipts.map((receipt) => (
                <div key={receipt.id}>{valueOf(receipt) || '–'}</div>
              ))}
            </td>
            <td>{ordered}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
