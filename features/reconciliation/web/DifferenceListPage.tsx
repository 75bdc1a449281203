import { useState } from 'react'
import { Link } from 'react-router'
import { paymentChannelNames } from '../../../contract/payment.ts'
import { money } from '../../../web/format.ts'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useBilingual } from '../../../web/words.ts'
import { useChannelName } from '../../order/web/words.ts'
import {
  type BillDifference,
  differenceKinds,
  reconciliationCalls,
  reconciliationExports,
} from '../contract.ts'
import { differenceNames } from '../rules.ts'
import { useDifferenceName, useReconciliationWords } from './words.ts'

const SettleDifference = dialogPart(() => import('./SettleDifference.tsx'))

/** /order-manage/bill-differences: money that bills and books have otherwise than each other. */
export default function DifferenceListPage() {
  const say = useReconciliationWords()
  const pick = useBilingual()
  const nameOf = useDifferenceName()
  const channelName = useChannelName()
  const [settled, setSettled] = useState<{ difference: BillDifference; way: 'settle' | 'takeOver' } | null>(
    null,
  )
  const sum = (amount: number | null) => (amount === null ? say('none') : money(amount))
  return (
    <>
      <CrudTable
        call={reconciliationCalls.findDifferences}
        exportCall={reconciliationExports.exportDifferences}
        empty={say('noDifferences')}
        emptyFiltered={say('noDifferences')}
        filters={[
          { name: 'keyword', label: say('keyword'), kind: 'text', hint: say('keywordHint') },
          {
            name: 'open',
            label: say('status'),
            kind: 'select',
            options: [
              { value: 'true', label: say('isOpen') },
              { value: 'false', label: say('isSettled') },
            ],
            meant: (text) => text === 'true',
          },
          {
            name: 'kind',
            label: say('kind'),
            kind: 'select',
            options: differenceKinds.map((value) => ({
              value,
              label: pick(differenceNames[value].zh, differenceNames[value].en),
            })),
          },
          {
            name: 'channel',
            label: say('channel'),
            kind: 'select',
            options: paymentChannelNames.map((value) => ({ value, label: channelName(value) })),
          },
          { kind: 'days', from: 'from', to: 'to', label: say('day') },
        ]}
        columns={[
          { key: 'day', title: say('day'), card: 'title', width: 120, dataIndex: 'day' },
          {
            key: 'channel',
            title: say('channel'),
            card: 'line',
            render: (_, row) => channelName(row.channel),
          },
          {
            key: 'kind',
            title: say('kind'),
            card: 'line',
            width: 200,
            render: (_, row) => (
              <>
                {nameOf(row)} {row.settledAt === null && <Tag color="orange">{say('isOpen')}</Tag>}
              </>
            ),
          },
          {
            key: 'billed',
            title: say('billed'),
            align: 'right',
            card: 'line',
            render: (_, row) => sum(row.billed),
          },
          {
            key: 'booked',
            title: say('booked'),
            align: 'right',
            card: 'line',
            render: (_, row) => sum(row.booked),
          },
          {
            key: 'order',
            title: say('order'),
            card: 'line',
            render: (_, row) =>
              row.orderId ? (
                <Link to={`/order-manage/detail?id=${row.orderId}`}>{row.orderNo}</Link>
              ) : (
                say('none')
              ),
          },
          {
            key: 'ourNo',
            title: say('ourNo'),
            whole: true,
            render: (_, row) => (
              <CopyText
                text={row.refundNo ?? row.outTradeNo}
                name={say(row.refundNo === null ? 'ourNo' : 'refundNo')}
              />
            ),
          },
          {
            key: 'transactionId',
            title: say('transactionId'),
            whole: true,
            render: (_, row) => <CopyText text={row.transactionId} name={say('transactionId')} />,
          },
          { key: 'at', title: say('at'), render: (_, row) => <When at={row.at} /> },
          { key: 'reason', title: say('settledWith'), width: 220, dataIndex: 'reason' },
          { key: 'settledBy', title: say('settledBy'), dataIndex: 'settledBy' },
          {
            key: 'settledAt',
            title: say('settledAt'),
            render: (_, row) => row.settledAt && <When at={row.settledAt} />,
          },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  row.canBook && {
                    key: 'takeOver',
                    label: say('takeOver'),
                    onClick: () => setSettled({ difference: row, way: 'takeOver' }),
                  },
                  row.settledAt === null && {
                    key: 'settle',
                    label: say('settle'),
                    onClick: () => setSettled({ difference: row, way: 'settle' }),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {settled && <SettleDifference {...settled} onClose={() => setSettled(null)} />}
    </>
  )
}
