import { useState } from 'react'
import { Link } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { useAction } from '../../../web/client.ts'
import { thisYear } from '../../../web/dayStart.ts'
import { hours, shortDate } from '../../../web/format.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import type { Batch } from '../../../web/shell/list/BatchBar.tsx'
import { only } from '../../../web/shell/control/chosen.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { EditableCell } from '../../../web/shell/control/EditableCell.tsx'
import { type RowAction, RowActions } from '../../../web/shell/control/RowActions.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import { When } from '../../../web/shell/control/When.tsx'
import { PriceWithProposal } from '../../approval/web/PriceWithProposal.tsx'
import { CategoryTree } from '../category/web/CategoryTree.tsx'
import { type ClassRow, classCalls, classExports, classStatuses } from '../contract.ts'
import { classLifecycle } from '../rules.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { useStateName } from '../../../web/words.ts'
import { ClassBatch } from './ClassBatch.tsx'
import { ClassStatusTag } from './ClassStatusTag.tsx'
import { useClassReport } from './useClassReport.ts'
import { useCopy } from './useCopy.ts'
import { usePublish } from './usePublish.ts'
import { useClassWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'

const DeleteClasses = dialogPart(() => import('./DeleteClasses.tsx'))

const detail = '/train-manage/train-class-detail'

/** /train-manage/class: categories beside their classes; create, publish, copy, batch-edit, delete. */
export default function ClassListPage() {
  const say = useClassWords()
  const nameOf = useClassTypeName()
  const navigate = useViewNavigate()
  const [state, change] = useUrlState()
  const stateName = useStateName(classLifecycle)
  const { showReport, report } = useClassReport()
  const mayWrite = useMay(classCalls.createTrainClass)
  const mayCopy = useMay(classCalls.copyTrainClass)
  const mayPublish = useMay(classCalls.updateOnShelf)
  const mayDelete = useMay(classCalls.deleteTrain)
  const [toDelete, setToDelete] = useState<ClassRow | null>(null)
  const { publish, pending } = usePublish({ onReport: showReport })
  const { copy } = useCopy()
  const choice = {
    ...(state.category ? { categoryId: state.category } : {}),
    ...(state.type ? { classType: state.type } : {}),
  }
  const currentYear = thisYear()

  const shelving = (row: ClassRow): RowAction =>
    classLifecycle.can(row.status, 'shelve')
      ? {
          key: 'shelve',
          label: say('shelve'),
          loading: pending.includes(row.id),
          onClick: () => publish(only(row.id), true, row.name),
        }
      : {
          key: 'unshelve',
          label: say('unshelve'),
          confirm: { title: say('unshelveConfirm', { name: row.name }), text: say('unshelveHint') },
          onClick: () => publish(only(row.id), false, row.name),
        }
  const actions = (row: ClassRow): RowAction[] => [
    ...(mayWrite
      ? [
          {
            key: 'edit',
            opens: true,
            label: say('edit'),
            onClick: () => navigate(`${detail}?id=${row.id}&tab=write`),
          },
        ]
      : []),
    ...(mayPublish ? [shelving(row)] : []),
    {
      key: 'learners',
      label: say('learners'),
      onClick: () => navigate(`${detail}?id=${row.id}&tab=learners`),
    },
    ...(mayCopy ? [{ key: 'copy', label: say('copy'), onClick: () => copy(row.id) }] : []),
    ...(mayDelete
      ? [{ key: 'remove', label: say('delete'), danger: true, onClick: () => setToDelete(row) }]
      : []),
  ]
  const batch: Batch<ClassRow> = {
    nameOf: (row) => row.name,
    render: (selected, clear, rows) => (
      <ClassBatch
        selected={selected}
        rows={rows.map(({ id, revision }) => ({ id, revision }))}
        onClear={clear}
        onResult={(result) => {
          showReport(result)
          clear()
        }}
      />
    ),
  }

  return (
    <CategoryTree
      choice={choice}
      onChoose={({ categoryId, classType }) =>
        change({ category: categoryId ?? null, type: classType ?? null, page: null }, 'push')
      }
    >
      <CrudTable
        call={classCalls.findPageList}
        exportCall={classExports.exportClassExcel}
        fixed={choice}
        filters={[
          { name: 'keyword', label: say('keyword'), kind: 'text' },
          {
            name: 'status',
            label: say('status'),
            kind: 'select',
            options: classStatuses
              .filter((value) => value !== 'deleted')
              .map((value) => ({ value, label: stateName(value) })),
          },
          {
            name: 'year',
            label: say('year'),
            meant: Number,
            kind: 'select',
            options: Array.from({ length: 8 }, (_, i) => String(currentYear + 1 - i)).map((value) => ({
              value,
              label: value,
            })),
          },
        ]}
        toolbar={
          mayWrite && (
            <Button
              type="primary"
              onClick={() => navigate(`${detail}${state.category ? `?category=${state.category}` : ''}`)}
            >
              {say('create')}
            </Button>
          )
        }
        batch={mayWrite && batch}
        columns={[
          {
            key: 'name',
            title: say('name'),
            wide: true,
            render: (_, row) => <Link to={`${detail}?id=${row.id}`}>{row.name}</Link>,
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => <ClassStatusTag status={row.status} />,
          },
          { key: 'year', title: say('year'), dataIndex: 'year' },
          {
            key: 'hoursTenths',
            title: say('hours'),
            align: 'right',
            render: (_, row) => hours(row.hoursTenths),
          },
          {
            key: 'price',
            title: say('price'),
            align: 'right',
            render: (_, row) => (
              <PriceWithProposal proposed={row.proposedPrice}>{yuan(row.price)}</PriceWithProposal>
            ),
          },
          {
            key: 'sold',
            title: say('sold'),
            align: 'right',
            render: (_, row) =>
              `${row.sold}${row.held > 0 ? say('plusHeld', { held: row.held }) : ''} / ${row.quota ?? say('noLimit')}`,
          },
          {
            key: 'category',
            title: say('category'),
            width: 120,
            render: (_, row) => `${nameOf(row.classType)} · ${row.categoryName}`,
          },
          {
            key: 'signUpTo',
            title: say('signUpTo'),
            render: (_, row) => <When day at={row.signUpTo} />,
          },
          {
            key: 'studyUntil',
            title: say('studyUntil'),
            render: (_, row) =>
              [
                ...(row.studyTo ? [shortDate(row.studyTo)] : []),
                ...(row.validDays ? [say('validDays', { days: row.validDays })] : []),
              ].join(' · '),
          },
          {
            key: 'sort',
            title: say('sortColumn'),
            render: (_, row) => <SortInput key={`${row.id} ${row.sort}`} row={row} />,
          },
          {
            key: 'code',
            title: say('code'),
            render: (_, row) =>
              row.version > 1 ? `${row.code} · ${say('version', { version: row.version })}` : row.code,
          },
          { key: 'createdAt', title: say('created'), render: (_, row) => <When at={row.createdAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => <RowActions actions={actions(row)} />,
          },
        ]}
      />
      {toDelete && (
        <DeleteClasses
          selected={only(toDelete.id)}
          name={toDelete.name}
          onClose={() => setToDelete(null)}
          onResult={showReport}
        />
      )}
      {report}
    </CategoryTree>
  )
}

/** The position of a class in the catalogue: a whole number, edited in its place. */
function SortInput({ row: { id, name, revision, sort } }: { row: ClassRow }) {
  const say = useClassWords()
  const save = useAction(classCalls.updateSort, { quiet: true })
  const maySort = useMay(classCalls.updateSort)
  if (!maySort) return sort
  return (
    <EditableCell
      label={`${say('sortPosition')} ${name}`}
      numeric
      value={String(sort)}
      meaning={(text) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : undefined)}
      onSave={(next) => save.mutateAsync({ items: [{ id, revision, sort: next }] })}
    />
  )
}
