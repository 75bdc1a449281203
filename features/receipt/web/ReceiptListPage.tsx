import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { money } from '../../../web/format.ts'
import { send } from '../../../web/client.ts'
import { useIsShown } from '../../../web/useIsShown.ts'
import { useBegin } from '../../../web/shell/view/useBegin.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { type Receipt, receiptCalls, receiptExports } from '../contract.ts'
import { StatementButton } from './StatementButton.tsx'
import { useReceiptWords } from './words.ts'

const ReturnReceipt = dialogPart(() => import('./ReturnReceipt.tsx'))
const RecordTransfer = dialogPart(() => import('./RecordTransfer.tsx'))
const UseReceipt = dialogPart(() => import('./UseReceipt.tsx'))
const VoidReceipt = dialogPart(() => import('./VoidReceipt.tsx'))

/** /order-manage/receipts: bank transfers that came, with the balance that no order has. */
export default function ReceiptListPage() {
  const say = useReceiptWords()
  const isShown = useIsShown()
  const [isRecording, setRecording] = useState(false)
  const [returned, setReturned] = useState<Receipt | null>(null)
  const [used, setUsed] = useState<Receipt | null>(null)
  const [voided, setVoided] = useState<Receipt | null>(null)
  /** Offers an order that a new transfer can pay. */
  async function offer(id: string) {
    const matches = await send(receiptCalls.findMatches, { receiptId: id }, { quiet: true }).catch(() => [])
    if (matches.length === 0 || !isShown()) return
    const { list } = await send(receiptCalls.findPageList, { id, limit: 1 }, { quiet: true })
    if (list[0]) setUsed(list[0])
  }
  useBegin('receipt', () => setRecording(true))
  return (
    <>
      <CrudTable
        call={receiptCalls.findPageList}
        exportCall={receiptExports.exportReceipts}
        empty={say('none')}
        toolbar={
          <div className="shell-row">
            <Button type="primary" onClick={() => setRecording(true)}>
              {say('record')}
            </Button>
            <StatementButton />
          </div>
        }
        filters={[
          { name: 'keyword', label: say('keyword'), kind: 'text', hint: say('keywordHint') },
          {
            name: 'unallocated',
            label: say('balance'),
            kind: 'select',
            options: [{ value: 'true', label: say('onlyBalance') }],
            meant: () => true,
          },
          { kind: 'money', from: 'amountFrom', to: 'amountTo', label: say('amount') },
          { kind: 'days', from: 'from', to: 'to', label: say('day') },
        ]}
        columns={[
          {
            key: 'serialNo',
            title: say('serialNo'),
            whole: true,
            render: (_, row) => <CopyText text={row.serialNo} name={say('serialNo')} />,
          },
          { key: 'payerName', title: say('payer'), card: 'line', dataIndex: 'payerName' },
          { key: 'day', title: say('day'), card: 'line', dataIndex: 'day' },
          {
            key: 'amount',
            title: say('amount'),
            align: 'right',
            card: 'line',
            render: (_, row) => money(row.amount),
          },
          {
            key: 'free',
            title: say('balance'),
            align: 'right',
            card: 'line',
            render: (_, row) => money(row.free),
          },
          {
            key: 'orders',
            title: say('orders'),
            card: 'line',
            width: 260,
            render: (_, row) =>
              [...row.proposedFor, ...row.orders.map((order) => ({ ...order, amount: null }))].map(
                ({ id, orderNo, amount }) => (
                  <Fragment key={id}>
                    {/* What waits comes first: a row of one line cuts the end off. */}
                    {amount !== null && (
                      <>
                        <Tag color="orange">{say('waitsFor', { amount: yuan(amount) })}</Tag> →{' '}
                      </>
                    )}
                    <Link to={`/order-manage/detail?id=${id}`}>{orderNo}</Link>{' '}
                  </Fragment>
                ),
              ),
          },
          {
            key: 'reversals',
            title: say('reversals'),
            width: 200,
            render: (_, row) => (
              <>
                {row.reversals.map(({ kind, amount, reason, serialNo, createdAt }) => (
                  <div key={createdAt}>
                    {[
                      kind === 'void' ? say('void') : say('returned', { amount: yuan(amount) }),
                      ...(serialNo ? [serialNo] : []),
                      reason,
                    ].join(' · ')}
                  </div>
                ))}
                {row.proposedReversal && (
                  <>
                    {say(row.proposedReversal.kind)}{' '}
                    <Tag color="orange">{say('waitsFor', { amount: yuan(row.proposedReversal.amount) })}</Tag>
                  </>
                )}
              </>
            ),
          },
          { key: 'memo', title: say('memo'), width: 160, dataIndex: 'memo' },
          { key: 'operatorName', title: say('operator'), dataIndex: 'operatorName' },
          { key: 'createdAt', title: say('recordedAt'), render: (_, row) => <When at={row.createdAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  row.free > 0 && { key: 'use', label: say('use'), onClick: () => setUsed(row) },
                  // A transfer takes one proposal of these at a time.
                  row.free > 0 &&
                    !row.proposedReversal && {
                      key: 'return',
                      label: say('return'),
                      onClick: () => setReturned(row),
                    },
                  row.free === row.amount && {
                    key: 'void',
                    label: say('void'),
                    danger: true,
                    onClick: () => setVoided(row),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {used && <UseReceipt receipt={used} onClose={() => setUsed(null)} />}
      {returned && <ReturnReceipt receipt={returned} onClose={() => setReturned(null)} />}
      {voided && <VoidReceipt receipt={voided} onClose={() => setVoided(null)} />}
      {isRecording && <RecordTransfer order={null} onBalance={offer} onClose={() => setRecording(false)} />}
    </>
  )
}
