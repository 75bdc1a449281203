import { Link } from 'react-router'
import { money } from '../../../../web/format.ts'
import { RowActions } from '../../../../web/shell/control/RowActions.tsx'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import type { Column } from '../../../../web/shell/list/columns.ts'
import { useMay } from '../../../../web/shell/view/may.ts'
import { useViewNavigate } from '../../../../web/shell/view/useViewNavigate.ts'
import { issueCalls, issueExports, type PooledUnit } from '../../issue/contract.ts'
import { invoicePaths } from './paths.ts'
import { useFigureWords } from './figureWords.ts'

/** Units with what each paid, what of it is invoiced and reversed, and what can still be, with the way to both. */
export function UnitPool() {
  const say = useFigureWords()
  const navigate = useViewNavigate()
  const mayOrders = useMay('/order-manage/list')
  const sum = (
    key: 'paid' | 'refunded' | 'opened' | 'red' | 'requested' | 'left',
    title: string,
  ): Column<PooledUnit> => ({
    key,
    title,
    align: 'right',
    card: 'line',
    render: (_, row) => money(row[key]),
  })
  return (
    <CrudTable
      call={issueCalls.unitPool}
      exportCall={issueExports.exportUnitPool}
      rowKey="unitId"
      empty={say('noPool')}
      filters={[
        { name: 'keyword', label: say('unitKeyword'), kind: 'text' },
        {
          name: 'onlyLeft',
          label: say('left'),
          kind: 'select',
          options: [{ value: 'true', label: say('onlyLeft') }],
          meant: () => true,
        },
      ]}
      columns={[
        {
          key: 'unitName',
          title: say('unitName'),
          card: 'title',
          wide: true,
          render: (_, row) =>
            row.unitId ? (
              <Link to={`${invoicePaths.office}?unitId=${row.unitId}`}>{row.unitName}</Link>
            ) : (
              say('noUnit')
            ),
        },
        { key: 'orders', title: say('unitOrders'), align: 'right', card: 'line', dataIndex: 'orders' },
        sum('paid', say('paid')),
        sum('refunded', say('refunded')),
        sum('opened', say('openedSum')),
        sum('red', say('redSum')),
        sum('requested', say('requestedSum')),
        sum('left', say('left')),
        {
          key: 'actions',
          title: say('actions'),
          fixed: 'right',
          render: (_, { unitId, unitName }) =>
            unitId && (
              <RowActions
                actions={[
                  {
                    key: 'invoices',
                    label: say('toInvoices'),
                    opens: true,
                    onClick: () => navigate(`${invoicePaths.office}?unitId=${unitId}`),
                  },
                  mayOrders && {
                    key: 'orders',
                    label: say('toOrders'),
                    onClick: () =>
                      navigate(`/order-manage/batch-orders?keyword=${encodeURIComponent(unitName)}`),
                  },
                ]}
              />
            ),
        },
      ]}
    />
  )
}
