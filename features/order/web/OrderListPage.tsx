import { useNavigate } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { Button } from '../../../web/shell/Button.tsx'
import { CopyText } from '../../../web/shell/CopyText.tsx'
import { CrudTable } from '../../../web/shell/CrudTable.tsx'
import { useMay } from '../../../web/shell/may.ts'
import { RowActions } from '../../../web/shell/RowActions.tsx'
import { When } from '../../../web/shell/When.tsx'
import { approvalCalls } from '../../approval/contract.ts'
import { useProposalText, useWithdraw } from '../../approval/web/ProposalNotice.tsx'
import { type ManagedOrder, orderCalls, orderExports, orderStatuses } from '../contract.ts'
import { orderChannels, orderLifecycle } from '../rules.ts'
import { useStateName } from '../../../web/words.ts'
import { OrderStatusTag } from './OrderStatusTag.tsx'
import './OrderList.css'
import { useOrderActions } from './OrderActions.tsx'
import { useChannelName, useOrderWords } from './words.ts'

/** Where one order is shown. */
const detail = '/order-manage/detail'

/** Proposals about orders that the list shows beside them. */
const recent = { days: 30, limit: 50 }

/** /order-manage/list: orders in scope; unpaid ones can be cancelled, waived or lowered in price. */
export default function OrderListPage() {
  const say = useOrderWords()
  const nameOf = useStateName(orderLifecycle)
  const channelName = useChannelName()
  const { actionsOf, dialogs } = useOrderActions()
  const mayFree = useMay(orderCalls.freeOrder)
  const navigate = useNavigate()
  const enabled = mayFree
  const waivers = useCall(approvalCalls.findPageList, { kind: 'waiver', ...recent }, { enabled }).data
  const prices = useCall(approvalCalls.findPageList, { kind: 'price', ...recent }, { enabled }).data
  /** The newest proposal about an order that is still unpaid. */
  const proposalOf = ({ id, status }: ManagedOrder) => {
    if (!orderLifecycle.can(status, 'free')) return undefined
    const about = [...(waivers?.list ?? []), ...(prices?.list ?? [])].filter((one) => one.subjectId === id)
    return about.sort((a, b) => b.proposed.at.localeCompare(a.proposed.at))[0]
  }
  const textOf = useProposalText()
  const withdraw = useWithdraw()
  return (
    <>
      <CrudTable
        call={orderCalls.findPageList}
        exportCall={orderExports.exportOrderList}
        filters={[
          { name: 'keyword', label: say('keyword'), kind: 'text' },
          {
            name: 'status',
            label: say('status'),
            kind: 'many',
            options: orderStatuses.map((value) => ({ value, label: nameOf(value) })),
          },
          {
            name: 'channel',
            label: say('channel'),
            kind: 'select',
            options: orderChannels.map((value) => ({ value, label: channelName(value) })),
          },
          { kind: 'money', from: 'amountFrom', to: 'amountTo', label: say('amount') },
          { kind: 'days', from: 'from', to: 'to', label: say('created') },
          { kind: 'days', from: 'paidFrom', to: 'paidTo', label: say('paidAt') },
        ]}
        columns={[
          {
            key: 'orderNo',
            title: say('orderNo'),
            dataIndex: 'orderNo',
            width: 200,
            render: (_, row) => <CopyText text={row.orderNo} name={say('orderNo')} />,
          },
          { key: 'user', title: say('user'), render: (_, row) => `${row.userName} ${row.mobileMask ?? ''}` },
          { key: 'unitName', title: say('unit'), dataIndex: 'unitName' },
          {
            key: 'classes',
            title: say('classes'),
            render: (_, row) => row.items.map((item) => item.name).join(say('comma')),
            width: 200,
          },
          { key: 'amount', title: say('amount'), align: 'right', render: (_, row) => yuan(row.amount) },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => {
              const proposal = proposalOf(row)
              const text = textOf(proposal)
              return (
                <>
                  <OrderStatusTag status={row.status} />
                  {text && (
                    <div className="order-waiver">
                      {text}
                      {proposal!.steps.includes('withdraw') && (
                        <Button type="link" size="small" onClick={() => void withdraw(proposal!.id)}>
                          {say('withdraw')}
                        </Button>
                      )}
                    </div>
                  )}
                </>
              )
            },
          },
          { key: 'createdAt', title: say('created'), render: (_, row) => <When at={row.createdAt} /> },
          {
            key: 'paidAt',
            title: say('paidAt'),
            render: (_, row) => <When at={row.paidAt} />,
          },
          {
            key: 'channel',
            title: say('channel'),
            render: (_, row) => row.channel && channelName(row.channel),
          },
          {
            key: 'transactionId',
            title: say('transactionId'),
            render: (_, row) =>
              row.transactionId && <CopyText text={row.transactionId} name={say('transactionId')} />,
          },
          {
            key: 'remark',
            title: say('remark'),
            render: (_, row) => [row.operatorName, row.remark].filter(Boolean).join('：'),
          },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  {
                    key: 'details',
                    label: say('details'),
                    onClick: () => void navigate(`${detail}?id=${row.id}`),
                  },
                  ...actionsOf(row, proposalOf(row)?.status === 'proposed'),
                ]}
              />
            ),
          },
        ]}
      />
      {dialogs}
    </>
  )
}
