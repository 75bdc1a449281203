import { money } from '../../../web/format.ts'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { useBilingual } from '../../../web/words.ts'
import { useVoucherWords } from '../../receipt/voucher/web/words.ts'
import { WaitsFor } from '../../receipt/voucher/web/WaitsFor.tsx'
import { payModeNames, payModes } from '../../unitClass/rules.ts'
import { batchOrderCalls } from '../contract.ts'
import { stages, stageWords } from '../rules.ts'
import { batchOrderPaths } from './paths.ts'
import { StageTag } from './StageTag.tsx'
import { useBatchOrderWords } from './words.ts'

/** /order-manage/batch-orders: batch orders of all units, each with its stage and who has to act next. */
export default function BatchOrderListPage() {
  const say = useBatchOrderWords()
  const word = useVoucherWords()
  const either = useBilingual()
  const navigate = useViewNavigate()
  return (
    <CrudTable
      call={batchOrderCalls.queryPageList}
      empty={say('noOrders')}
      filters={[
        { name: 'keyword', label: say('keyword'), kind: 'text', hint: say('keywordHint') },
        {
          name: 'stage',
          label: say('stage'),
          kind: 'many',
          options: stages.map((value) => {
            const { zh, en } = stageWords[value].name
            return { value, label: either(zh, en) }
          }),
        },
        {
          name: 'payMode',
          label: say('payMode'),
          kind: 'select',
          options: payModes.map((value) => ({
            value,
            label: either(payModeNames[value].zh, payModeNames[value].en),
          })),
        },
        { kind: 'days', from: 'from', to: 'to', label: say('orderedAt') },
      ]}
      columns={[
        {
          key: 'orderNo',
          title: say('orderNo'),
          whole: true,
          render: (_, row) => <CopyText text={row.orderNo} name={say('orderNo')} />,
        },
        { key: 'unitName', title: say('unit'), card: 'line', dataIndex: 'unitName' },
        { key: 'unitClassName', title: say('unitClass'), wide: true, dataIndex: 'unitClassName' },
        { key: 'headCount', title: say('count'), align: 'right', card: 'line', dataIndex: 'headCount' },
        {
          key: 'amount',
          title: say('amount'),
          align: 'right',
          card: 'line',
          render: (_, row) => money(row.amount),
        },
        {
          key: 'reference',
          title: word('reference'),
          whole: true,
          render: (_, row) => row.reference && <CopyText text={row.reference} name={word('reference')} />,
        },
        {
          key: 'stage',
          title: say('stage'),
          card: 'tag',
          render: (_, row) => (
            <>
              <StageTag stage={row.stage} />
              <div className="crud-line">
                <WaitsFor actor={row.actor} />
              </div>
            </>
          ),
        },
        {
          key: 'createdAt',
          title: say('orderedAt'),
          card: 'line',
          render: (_, row) => <When at={row.createdAt} />,
        },
        {
          key: 'actions',
          title: say('actions'),
          fixed: 'right',
          render: (_, row) => (
            <RowActions
              actions={[
                {
                  key: 'view',
                  opens: true,
                  label: say('view'),
                  onClick: () => navigate(batchOrderPaths.order(row.id)),
                },
              ]}
            />
          ),
        },
      ]}
    />
  )
}
