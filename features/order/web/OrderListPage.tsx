import { money } from '../../../web/format.ts'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { useSettings } from '../../project/web/settings.ts'
import { UnitPicker, useChosenUnit } from '../../unit/web/UnitPicker.tsx'
import { useProposalText, useWithdraw } from '../../approval/web/ProposalNotice.tsx'
import { orderAttentions, orderCalls, orderExports, orderStatuses } from '../contract.ts'
import { orderChannels, orderLifecycle } from '../rules.ts'
import { useStateName } from '../../../web/words.ts'
import { OrderStatusTag } from './OrderStatusTag.tsx'
import { useOrderActions } from './OrderActions.tsx'
import { useChannelName, useClassesOf, useLearnersOf, useOrderWords } from './words.ts'

/** Path of one order's page. */
const detail = '/order-manage/detail'

/** States of a refund that somebody waits for, the worst first. */
const ongoing = ['failed', 'applied', 'awaiting_red', 'processing'] as const

/** /order-manage/list: orders in scope; unpaid ones can be cancelled, waived or lowered in price. */
export default function OrderListPage() {
  const say = useOrderWords()
  const nameOf = useStateName(orderLifecycle)
  const channelName = useChannelName()
  const classesOf = useClassesOf()
  const learnersOf = useLearnersOf()
  const { actionsOf, dialogs } = useOrderActions()
  const navigate = useViewNavigate()
  const textOf = useProposalText()
  const withdraw = useWithdraw()
  const typeName = useClassTypeName()
  const { showClassType } = useSettings()
  const [{ unitId }] = useUrlState()
  const unit = useChosenUnit(unitId)
  return (
    <>
      <CrudTable
        call={orderCalls.findPageList}
        exportCall={orderExports.exportOrderList}
        filters={[
          { name: 'keyword', label: say('keyword'), kind: 'text', hint: say('keywordHint') },
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
          {
            name: 'attention',
            label: say('attention'),
            kind: 'select',
            options: orderAttentions.map((value) => ({ value, label: say(value) })),
          },
          { kind: 'money', from: 'amountFrom', to: 'amountTo', label: say('amount') },
          { kind: 'days', from: 'from', to: 'to', label: say('orderedAt') },
          { kind: 'days', from: 'paidFrom', to: 'paidTo', label: say('paidAt') },
          { name: 'unitId', label: say('unit'), kind: 'select', input: <UnitPicker />, options: unit },
          {
            name: 'classType',
            label: say('classType'),
            kind: 'select',
            options: showClassType.map(({ key }) => ({ value: key, label: typeName(key) })),
          },
        ]}
        columns={[
          {
            key: 'orderNo',
            title: say('orderNo'),
            dataIndex: 'orderNo',
            whole: true,
            render: (_, row) => <CopyText text={row.orderNo} name={say('orderNo')} />,
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => {
              const refund = ongoing.find((status) => row.refundStatuses.includes(status))
              const text = refund ? say(`refund_${refund}`) : textOf(row.proposal)
              return (
                <>
                  <OrderStatusTag status={row.status} />
                  {text && <div className="crud-line">{text}</div>}
                </>
              )
            },
          },
          {
            key: 'amount',
            title: say('amount'),
            align: 'right',
            card: 'line',
            render: (_, row) => money(row.amount),
          },
          { key: 'payer', title: say('payer'), render: (_, row) => row.payerName },
          { key: 'user', title: say('user'), card: 'line', render: (_, row) => learnersOf(row) },
          {
            key: 'classes',
            title: say('classes'),
            card: 'line',
            wide: true,
            render: (_, row) => classesOf(row),
          },
          {
            key: 'createdAt',
            title: say('orderedAt'),
            card: 'line',
            render: (_, row) => <When at={row.createdAt} />,
          },
          { key: 'unitName', title: say('unit'), dataIndex: 'unitName' },
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
            whole: true,
            render: (_, row) =>
              row.transactionId && <CopyText text={row.transactionId} name={say('transactionId')} />,
          },
          {
            key: 'remark',
            title: say('remark'),
            render: (_, row) => [row.operatorName, row.remark].filter(Boolean).join(' · '),
          },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => {
              const { proposal } = row
              return (
                <RowActions
                  actions={[
                    {
                      key: 'details',
                      opens: true,
                      label: say('details'),
                      onClick: () => navigate(`${detail}?id=${row.id}`),
                    },
                    proposal?.status === 'proposed' &&
                      proposal.own && {
                        key: 'withdraw',
                        label: say('withdraw'),
                        onClick: () => void withdraw(proposal.id),
                      },
                    ...actionsOf(row),
                  ]}
                />
              )
            },
          },
        ]}
      />
      {dialogs}
    </>
  )
}
