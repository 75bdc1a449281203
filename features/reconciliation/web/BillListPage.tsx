import { Link } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { paymentChannelNames } from '../../../contract/payment.ts'
import { money } from '../../../web/format.ts'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useBilingual } from '../../../web/words.ts'
import { useChannelName } from '../../order/web/words.ts'
import { type Bill, reconciliationCalls, reconciliationExports } from '../contract.ts'
import { ownMerchant } from '../rules.ts'
import { useReconciliationWords } from './words.ts'

const sum = {
  align: 'right',
  card: 'line',
} as const

/** /order-manage/reconciliation: days of the payment channels, with what their bills have otherwise than the books. */
export default function BillListPage() {
  const say = useReconciliationWords()
  const pick = useBilingual()
  const channelName = useChannelName()
  const again = useAction(reconciliationCalls.readAgain)
  const sumOf = (amount: number, count: number) =>
    count === 0 ? '–' : say('sumOf', { amount: yuan(amount), count })
  // Of a bill that was not read yet nothing is known.
  const known = (row: Bill, amount: number) => (row.readAt ? money(amount) : '–')
  return (
    <CrudTable
      call={reconciliationCalls.findPageList}
      exportCall={reconciliationExports.exportBills}
      empty={say('noBills')}
      filters={[
        {
          name: 'channel',
          label: say('channel'),
          kind: 'select',
          options: paymentChannelNames.map((value) => ({ value, label: channelName(value) })),
        },
        {
          name: 'attention',
          label: say('attention'),
          kind: 'select',
          options: [
            { value: 'open', label: say('onlyOpen') },
            { value: 'late', label: say('onlyLate') },
          ],
        },
        { kind: 'days', from: 'from', to: 'to', label: say('day') },
      ]}
      columns={[
        { key: 'day', title: say('day'), card: 'title', width: 120, dataIndex: 'day' },
        { key: 'channel', title: say('channel'), card: 'line', render: (_, row) => channelName(row.channel) },
        {
          key: 'merchant',
          title: say('merchant'),
          card: 'line',
          width: 160,
          render: (_, row) => row.merchantName ?? pick(ownMerchant.zh, ownMerchant.en),
        },
        {
          key: 'received',
          title: say('received'),
          ...sum,
          render: (_, row) => sumOf(row.received, row.payments),
        },
        {
          key: 'refunded',
          title: say('refunded'),
          ...sum,
          render: (_, row) => sumOf(row.refunded, row.refunds),
        },
        { key: 'fees', title: say('fees'), ...sum, render: (_, row) => known(row, row.fees) },
        { key: 'net', title: say('net'), ...sum, render: (_, row) => known(row, row.net) },
        {
          key: 'compared',
          title: say('compared'),
          card: 'line',
          render: (_, row) => <Compared bill={row} />,
        },
        {
          key: 'state',
          title: say('state'),
          card: 'line',
          width: 220,
          render: (_, row) =>
            row.readAt ? (
              <>
                {say('read')} <When at={row.readAt} />
              </>
            ) : (
              <>
                {row.failure && <Tag color="red">{say('failed')}</Tag>} {say('due')} <When at={row.askAt!} />
              </>
            ),
        },
        {
          key: 'actions',
          title: say('actions'),
          fixed: 'right',
          render: (_, row) => (
            <RowActions
              actions={[
                row.readAt === null && {
                  key: 'again',
                  label: say('readAgain'),
                  onClick: () => again.mutate({ id: row.id, onDone: () => notify('success', say('asked')) }),
                },
              ]}
            />
          ),
        },
      ]}
    />
  )
}

/** Result of comparing a day with the books; what is open leads to its differences. */
function Compared({ bill }: { bill: Bill }) {
  const say = useReconciliationWords()
  const { day, channel, readAt, differences, openDifferences } = bill
  if (!readAt) return null
  if (differences === 0) return <Tag color="green">{say('agrees')}</Tag>
  const isOpen = openDifferences > 0
  return (
    <Link to={`/order-manage/bill-differences?from=${day}&to=${day}&channel=${channel}`}>
      <Tag color={isOpen ? 'orange' : 'default'}>
        {isOpen ? say('open', { count: openDifferences }) : say('settled', { count: differences })}
      </Tag>
    </Link>
  )
}
