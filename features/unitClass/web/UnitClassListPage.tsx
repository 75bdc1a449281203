import { Link } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { useAction } from '../../../web/client.ts'
import { thisYear } from '../../../web/dayStart.ts'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { UnitPicker, useChosenUnit } from '../../unit/web/UnitPicker.tsx'
import { type UnitClass, unitClassCalls } from '../contract.ts'
import { Obstacle } from './Obstacle.tsx'
import { unitClassPaths } from './paths.ts'
import { UnitPrice } from './UnitPrice.tsx'
import { useUnitClassWords } from './words.ts'

/** /train-manage/unit-class: classes opened for units, with how far their people have come. */
export default function UnitClassListPage() {
  const say = useUnitClassWords()
  const navigate = useViewNavigate()
  const [{ unitId }] = useUrlState()
  const unit = useChosenUnit(unitId)
  const mayOpen = useMay(unitClassCalls.saveOrUpdate)
  const mayDelete = useMay(unitClassCalls.deleteEntity)
  const mayOrder = useMay('/train-manage/unit-class#order')
  const remove = useAction(unitClassCalls.deleteEntity, { onDone: () => notify('success', say('removed')) })
  const currentYear = thisYear()
  return (
    <CrudTable
      call={unitClassCalls.queryPageList}
      empty={say('empty')}
      toolbar={
        mayOpen && (
          <Button type="primary" onClick={() => navigate(unitClassPaths.create)}>
            {say('create')}
          </Button>
        )
      }
      filters={[
        { name: 'keyword', label: say('keyword'), kind: 'text' },
        { name: 'unitId', label: say('unit'), kind: 'select', input: <UnitPicker />, options: unit },
        {
          name: 'year',
          label: say('year'),
          meant: Number,
          kind: 'select',
          options: Array.from({ length: 6 }, (_, i) => String(currentYear + 1 - i)).map((value) => ({
            value,
            label: value,
          })),
        },
        {
          name: 'open',
          label: say('state'),
          kind: 'select',
          meant: () => true,
          options: [{ value: 'true', label: say('onlyOpen') }],
        },
      ]}
      columns={[
        {
          key: 'name',
          title: say('name'),
          wide: true,
          render: (_, row) => (
            <>
              <Link to={unitClassPaths.detail(row.id)}>{row.name}</Link>
              <div className="crud-line">
                {row.year} · {say('hoursOf', { hours: row.hoursTenths / 10 })}
              </div>
            </>
          ),
        },
        { key: 'unitName', title: say('unit'), dataIndex: 'unitName' },
        { key: 'state', title: say('state'), card: 'tag', render: (_, row) => <Obstacle {...row} /> },
        {
          key: 'price',
          title: say('price'),
          align: 'right',
          render: (_, row) => <UnitPrice unitClass={row}>{yuan(row.price)}</UnitPrice>,
        },
        { key: 'people', title: say('people'), align: 'right', dataIndex: 'people' },
        { key: 'ordered', title: say('ordered'), align: 'right', dataIndex: 'ordered' },
        { key: 'opened', title: say('opened'), align: 'right', dataIndex: 'opened' },
        { key: 'begun', title: say('begun'), align: 'right', dataIndex: 'begun' },
        { key: 'passed', title: say('passed'), align: 'right', dataIndex: 'passed' },
        { key: 'createdAt', title: say('created'), render: (_, row) => <When at={row.createdAt} /> },
        {
          key: 'actions',
          title: say('actions'),
          fixed: 'right',
          render: (_, row: UnitClass) => (
            <RowActions
              actions={[
                {
                  key: 'detail',
                  opens: true,
                  label: say('view'),
                  onClick: () => navigate(unitClassPaths.detail(row.id)),
                },
                mayOpen && {
                  key: 'addPeople',
                  label: say('addPeople'),
                  onClick: () => navigate(unitClassPaths.people(row.id)),
                },
                mayOrder &&
                  row.obstacle === null && {
                    key: 'order',
                    label: say('order'),
                    onClick: () => navigate(unitClassPaths.order(row.id)),
                  },
                mayDelete &&
                  row.editable && {
                    key: 'remove',
                    label: say('delete'),
                    danger: true,
                    confirm: { title: say('deleteConfirm', { name: row.name }), text: say('removeHint') },
                    onClick: () => remove.mutate({ id: row.id }),
                  },
              ]}
            />
          ),
        },
      ]}
    />
  )
}
