import Button from 'antd/es/button'
import InputNumber from 'antd/es/input-number'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { useAction } from '../../../web/client.ts'
import { thisYear } from '../../../web/dayStart.ts'
import { date, dateTime, hours } from '../../../web/format.ts'
import { notify } from '../../../web/notice.ts'
import { CrudTable } from '../../../web/shell/CrudTable.tsx'
import { type RowAction, RowActions } from '../../../web/shell/RowActions.tsx'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { useMay } from '../../../web/shell/may.ts'
import { CategoryTree } from '../category/web/CategoryTree.tsx'
import { type ClassRow, classCalls, classStatuses } from '../contract.ts'
import { classLifecycle } from '../rules.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { useStateName } from '../../../web/words.ts'
import { ClassBatch } from './ClassBatch.tsx'
import './ClassList.css'
import { ClassStatusTag } from './ClassStatusTag.tsx'
import { DeleteClasses } from './DeleteClasses.tsx'
import { useClassReport } from './useClassReport.ts'
import { useClassWords } from './words.ts'

const detail = '/train-manage/train-class-detail'

/** /train-manage/class: categories beside their classes; create, publish, copy, batch-edit, delete. */
export default function ClassListPage() {
  const say = useClassWords()
  const nameOf = useClassTypeName()
  const navigate = useNavigate()
  const [state, change] = useUrlState()
  const stateName = useStateName(classLifecycle)
  const { showReport: tell, report } = useClassReport()
  const mayWrite = useMay(classCalls.createTrainClass)
  const mayCopy = useMay(classCalls.copyTrainClass)
  const mayPublish = useMay(classCalls.updateOnShelf)
  const mayDelete = useMay(classCalls.deleteTrain)
  const [toDelete, setToDelete] = useState<ClassRow | null>(null)
  const publish = useAction(classCalls.updateOnShelf, { onDone: tell })
  const copy = useAction(classCalls.copyTrainClass, {
    onDone({ id, withExam }) {
      notify('success', say(withExam ? 'copiedWithExam' : 'copied'))
      void navigate(`${detail}?id=${id}&tab=write`)
    },
  })
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
          loading: publish.isPending && publish.variables?.ids[0] === row.id,
          onClick: () => publish.mutate({ ids: [row.id], onShelf: true }),
        }
      : {
          key: 'unshelve',
          label: say('unshelve'),
          confirm: { title: say('unshelveConfirm', { name: row.name }), text: say('unshelveHint') },
          onClick: () => publish.mutate({ ids: [row.id], onShelf: false }),
        }
  const actions = (row: ClassRow): RowAction[] => [
    ...(mayWrite
      ? [
          {
            key: 'edit',
            label: say('edit'),
            onClick: () => void navigate(`${detail}?id=${row.id}&tab=write`),
          },
        ]
      : []),
    ...(mayPublish ? [shelving(row)] : []),
    {
      key: 'learners',
      label: say('learners'),
      onClick: () => void navigate(`${detail}?id=${row.id}&tab=learners`),
    },
    ...(mayCopy ? [{ key: 'copy', label: say('copy'), onClick: () => copy.mutate({ id: row.id }) }] : []),
    ...(mayDelete
      ? [{ key: 'remove', label: say('delete'), danger: true, onClick: () => setToDelete(row) }]
      : []),
  ]
  const batch = (ids: string[], clear: () => void, rows: ClassRow[]) => (
    <ClassBatch
      ids={ids}
      rows={rows.map(({ id, revision }) => ({ id, revision }))}
      onResult={(result) => {
        tell(result)
        clear()
      }}
    />
  )

  return (
    <CategoryTree
      choice={choice}
      onChoose={({ categoryId, classType }) =>
        change({ category: categoryId ?? null, type: classType ?? null, page: null })
      }
    >
      <CrudTable
        call={classCalls.findPageList}
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
              onClick={() => void navigate(`${detail}${state.category ? `?category=${state.category}` : ''}`)}
            >
              {say('create')}
            </Button>
          )
        }
        {...(mayWrite ? { batch } : {})}
        columns={[
          {
            title: say('name'),
            width: 280,
            render: (_, row) => (
              <div className="class-name">
                <Button
                  type="link"
                  className="class-link"
                  onClick={() => void navigate(`${detail}?id=${row.id}`)}
                >
                  {row.name}
                </Button>
                <div className="class-code">
                  {row.code}
                  {row.version > 1 && ` · ${say('version', { version: row.version })}`}
                </div>
              </div>
            ),
          },
          { title: say('status'), render: (_, row) => <ClassStatusTag status={row.status} /> },
          { title: say('year'), dataIndex: 'year' },
          { title: say('hours'), align: 'right', render: (_, row) => hours(row.hoursTenths) },
          { title: say('price'), align: 'right', render: (_, row) => yuan(row.price) },
          {
            title: say('sold'),
            align: 'right',
            render: (_, row) =>
              `${row.sold}${row.held > 0 ? say('plusHeld', { held: row.held }) : ''} / ${row.quota ?? say('noLimit')}`,
          },
          { title: say('category'), render: (_, row) => `${nameOf(row.classType)} · ${row.categoryName}` },
          { title: say('signUpTo'), render: (_, row) => (row.signUpTo ? date(row.signUpTo) : '') },
          {
            title: say('studyUntil'),
            render: (_, row) =>
              [
                ...(row.studyTo ? [date(row.studyTo)] : []),
                ...(row.validDays ? [say('validDays', { days: row.validDays })] : []),
              ].join(' · '),
          },
          {
            title: <span title={say('sortHint')}>{say('order')}</span>,
            render: (_, row) => <SortInput key={`${row.id} ${row.sort}`} row={row} />,
          },
          { title: say('created'), render: (_, row) => dateTime(row.createdAt) },
          {
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => <RowActions actions={actions(row)} />,
          },
        ]}
      />
      {toDelete && (
        <DeleteClasses
          ids={[toDelete.id]}
          name={toDelete.name}
          onClose={() => setToDelete(null)}
          onResult={tell}
        />
      )}
      {report}
    </CategoryTree>
  )
}

/** The position of a class in the catalogue, edited inline; Enter or blur saves it. */
function SortInput({ row }: { row: ClassRow }) {
  const say = useClassWords()
  const sort = useAction(classCalls.updateSort)
  const maySort = useMay(classCalls.updateSort)
  if (!maySort) return row.sort
  return (
    <InputNumber
      size="small"
      min={0}
      max={1_000_000}
      precision={0}
      defaultValue={row.sort}
      style={{ width: 76 }}
      aria-label={`${say('order')} ${row.name}`}
      disabled={sort.isPending}
      onPressEnter={(event) => event.currentTarget.blur()}
      onBlur={(event) => {
        const value = Number(event.target.value)
        if (event.target.value !== '' && Number.isInteger(value) && value !== row.sort)
          sort.mutate({ items: [{ id: row.id, revision: row.revision, sort: value }] })
      }}
    />
  )
}
