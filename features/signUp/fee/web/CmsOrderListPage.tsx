import { money } from '../../../../web/format.ts'
import { CopyText } from '../../../../web/shell/control/CopyText.tsx'
import { RowActions } from '../../../../web/shell/control/RowActions.tsx'
import { When } from '../../../../web/shell/control/When.tsx'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import { useViewNavigate } from '../../../../web/shell/view/useViewNavigate.ts'
import { useBilingual, useStateName } from '../../../../web/words.ts'
import { orderStatuses } from '../../../order/contract.ts'
import { orderLifecycle } from '../../../order/rules.ts'
import { OrderStatusTag } from '../../../order/web/OrderStatusTag.tsx'
import { useChannelName, useOrderWords } from '../../../order/web/words.ts'
import { WaitsFor } from '../../../receipt/voucher/web/WaitsFor.tsx'
import { signUpKindNames, signUpKinds } from '../../rules.ts'
import { feeCalls, feeExports } from '../contract.ts'
import { feeStages, feeStageWords } from '../rules.ts'
import { FeeStageTag } from './FeeStageTag.tsx'
import { feePaths } from './paths.ts'
import { useCancelOrder } from './useCancelOrder.ts'
import { useFeeWords } from './words.ts'

/** /cms-manage/cms-order-manage: orders of sign-up fees, of single applicants and of units. */
export default function CmsOrderListPage() {
  const say = useFeeWords()
  const word = useOrderWords()
  const pick = useBilingual()
  const nameOf = useStateName(orderLifecycle)
  const channelName = useChannelName()
  const navigate = useViewNavigate()
  const cancelOf = useCancelOrder()
  return (
    <CrudTable
      call={feeCalls.query}
      exportCall={feeExports.exportOrders}
      empty={say('noOrders')}
      filters={[
        { name: 'keyword', label: say('keyword'), kind: 'text', hint: say('keywordHint') },
        {
          name: 'status',
          label: say('status'),
          kind: 'many',
          options: orderStatuses.map((value) => ({ value, label: nameOf(value) })),
        },
        {
          name: 'kind',
          label: say('type'),
          kind: 'select',
          options: signUpKinds.map((value) => ({
            value,
            label: pick(signUpKindNames[value].zh, signUpKindNames[value].en),
          })),
        },
        {
          name: 'byUnit',
          label: say('byUnit'),
          kind: 'select',
          meant: (text) => text === 'true',
          options: (['true', 'false'] as const).map((value) => ({ value, label: say(`byUnit_${value}`) })),
        },
        {
          name: 'stage',
          label: say('stage'),
          kind: 'many',
          options: feeStages.map((value) => {
            const { zh, en } = feeStageWords[value].name
            return { value, label: pick(zh, en) }
          }),
        },
        { kind: 'days', from: 'from', to: 'to', label: say('created') },
      ]}
      columns={[
        {
          key: 'orderNo',
          title: word('orderNo'),
          whole: true,
          render: (_, row) => (
            <CopyText
              text={row.orderNo}
              name={word('orderNo')}
              onOpen={() => navigate(feePaths.detail(row.id))}
            />
          ),
        },
        {
          key: 'status',
          title: say('status'),
          card: 'tag',
          render: (_, row) => <OrderStatusTag status={row.status} />,
        },
        {
          key: 'stage',
          title: say('stage'),
          render: (_, { stage }) =>
            stage && (
              <>
                <FeeStageTag stage={stage} />
                <div className="crud-line">
                  <WaitsFor actor={feeStageWords[stage].actor} />
                </div>
              </>
            ),
        },
        { key: 'amount', title: say('amount'), align: 'right', render: (_, row) => money(row.amount) },
        {
          key: 'signUps',
          title: say('signUps'),
          wide: true,
          render: (_, row) => row.signUpTitles.join(say('comma')),
        },
        { key: 'payerName', title: say('payerName'), dataIndex: 'payerName' },
        { key: 'unitName', title: say('unit'), dataIndex: 'unitName' },
        {
          key: 'byUnit',
          title: say('byUnit'),
          render: (_, row) => say(row.byUnit ? 'byUnit_true' : 'byUnit_false'),
        },
        { key: 'headCount', title: say('headCount'), align: 'right', dataIndex: 'headCount' },
        {
          key: 'applicants',
          title: say('applicants'),
          render: (_, row) => {
            const names = row.firstNames.join(say('comma'))
            return row.headCount > row.firstNames.length
              ? say('andOthers', { names, count: row.headCount })
              : names
          },
        },
        {
          key: 'refunded',
          title: say('refunded'),
          align: 'right',
          render: (_, row) => row.refunded > 0 && money(row.refunded),
        },
        {
          key: 'channel',
          title: word('channel'),
          render: (_, row) => row.channel && channelName(row.channel),
        },
        { key: 'paidAt', title: word('paidAt'), render: (_, row) => <When at={row.paidAt} /> },
        { key: 'createdAt', title: say('created'), render: (_, row) => <When at={row.createdAt} /> },
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
                  opens: true,
                  onClick: () => navigate(feePaths.detail(row.id)),
                },
                row.byUnit && cancelOf(row),
              ]}
            />
          ),
        },
      ]}
    />
  )
}
