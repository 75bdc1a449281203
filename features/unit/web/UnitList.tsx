import { type ComponentType, useState } from 'react'
import { Link } from 'react-router'
import { useBegin } from '../../../web/shell/view/useBegin.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import type { Batch } from '../../../web/shell/list/BatchBar.tsx'
import type { Selected } from '../../../web/shell/control/chosen.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { type RowAction, RowActions } from '../../../web/shell/control/RowActions.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { unitCalls, unitExports, type UnitRow } from '../contract.ts'
import { detailOf, unitLifecycle } from '../rules.ts'
import { useStateName } from '../../../web/words.ts'
import { CodeSelect, useCodeName } from './CodeSelect.tsx'
import { useIsProvider } from './provider.ts'
import './Unit.css'
import { type MergeDialog, useUnitActions } from './unitActions.ts'
import type { Written } from './UnitDrawer.tsx'
import { UnitStatusTag } from './UnitStatusTag.tsx'
import { UnitTree } from './UnitTree.tsx'
import { useUnitWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'

const UnitDrawer = dialogPart(() => import('./UnitDrawer.tsx'))

/** Dialogs for the units of the list. */
interface ListDialogs {
  Merge: MergeDialog
  BatchTerms: ComponentType<{ selected: Selected; onClose: () => void; onDone: () => void }>
}

/** /unit-manage/list: the tree of units beside the list of them; write, move, disable, merge, delete, set terms. */
export function UnitList({ Merge, BatchTerms }: ListDialogs) {
  const say = useUnitWords()
  const stateName = useStateName(unitLifecycle)
  const navigate = useViewNavigate()
  const [state, change] = useUrlState()
  const isProvider = useIsProvider()
  // As the calls for terms declare it, on which units do not lean.
  const mayTerms = useMay({ allow: '/unit-manage/list#terms', wholeProject: true }) && isProvider
  const nameOf = useCodeName()
  const [written, setWritten] = useState<Written | null>(null)
  useBegin('unit', () => setWritten({ parent: null }))
  const [merged, setMerged] = useState<Pick<UnitRow, 'id' | 'name'> | null>(null)
  const [isSettingTerms, setSettingTerms] = useState(false)
  const actionsFor = useUnitActions({ isProvider, onMerge: setMerged })
  const unitId = state.unit ?? null

  const actions = (row: UnitRow): RowAction[] => [
    { key: 'edit', opens: true, label: say('modify'), onClick: () => setWritten({ unitId: row.id }) },
    { key: 'open', opens: true, label: say('details'), onClick: () => navigate(detailOf(row.id)) },
    ...(isProvider ? [{ key: 'add', label: say('add'), onClick: () => setWritten({ parent: row }) }] : []),
    ...actionsFor(row),
  ]

  const batch: Batch<UnitRow> = {
    nameOf: (row) => row.name,
    render: (selected, clear) => (
      <>
        <Button type="link" onClick={() => setSettingTerms(true)}>
          {say('batchTerms')}
        </Button>
        {isSettingTerms && (
          <BatchTerms
            selected={selected}
            onClose={() => setSettingTerms(false)}
            onDone={() => {
              setSettingTerms(false)
              clear()
            }}
          />
        )}
      </>
    ),
  }

  return (
    <UnitTree
      chosen={unitId}
      onChoose={(id) => change({ unit: id, page: null }, 'push')}
      onAdd={(parent) => setWritten({ parent })}
      isProvider={isProvider}
    >
      <CrudTable
        call={unitCalls.findUnitList}
        exportCall={unitExports.exportUnitList}
        fixed={unitId ? { unitId } : {}}
        filters={[
          { name: 'keyword', label: say('keyword'), kind: 'text' },
          {
            name: 'status',
            label: say('status'),
            kind: 'select',
            options: (['active', 'disabled'] as const).map((value) => ({ value, label: stateName(value) })),
          },
          {
            name: 'region',
            label: say('region'),
            kind: 'select',
            options: state.region ? [{ value: state.region, label: nameOf('region', state.region) }] : [],
            input: <CodeSelect kind="region" />,
          },
          { name: 'creditCode', label: say('creditCode'), kind: 'text' },
        ]}
        toolbar={
          isProvider && (
            <Button type="primary" onClick={() => setWritten({ parent: null })}>
              {say('create')}
            </Button>
          )
        }
        batch={mayTerms && batch}
        columns={[
          {
            key: 'name',
            title: say('name'),
            wide: true,
            render: (_, row) => (
              <>
                <Link to={detailOf(row.id)}>{row.name}</Link>
                {row.parentName && <div className="crud-line">{row.parentName}</div>}
              </>
            ),
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => <UnitStatusTag status={row.status} closed={row.closed} />,
          },
          {
            key: 'creditCode',
            title: say('creditCode'),
            whole: true,
            render: (_, row) => row.creditCode && <CopyText text={row.creditCode} name={say('creditCode')} />,
          },
          {
            key: 'learners',
            title: say('learners'),
            align: 'right',
            render: (_, row) => (row.people >= 10_000 ? say('peopleMany') : row.people),
          },
          { key: 'managers', title: say('managers'), align: 'right', dataIndex: 'managers' },
          { key: 'below', title: say('childUnits'), align: 'right', dataIndex: 'below' },
          {
            key: 'ownTerms',
            title: say('ownTerms'),
            render: (_, row) =>
              row.ownTerms > 0 ? say('ownTermsCount', { count: row.ownTerms }) : say('inherits'),
          },
          { key: 'region', title: say('region'), render: (_, row) => nameOf('region', row.region) },
          { key: 'industry', title: say('industry'), render: (_, row) => nameOf('industry', row.industry) },
          { key: 'contact', title: say('contact'), dataIndex: 'contact' },
          { key: 'phone', title: say('phone'), dataIndex: 'phone' },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => <RowActions actions={actions(row)} />,
          },
        ]}
      />
      {written && <UnitDrawer written={written} isProvider={isProvider} onClose={() => setWritten(null)} />}
      {merged && (
        <Merge from={merged} onClose={() => setMerged(null)} onMerged={(toId) => navigate(detailOf(toId))} />
      )}
    </UnitTree>
  )
}
