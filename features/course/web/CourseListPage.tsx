import { useState } from 'react'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { useBegin } from '../../../web/shell/view/useBegin.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { Folders } from '../../category/web/Folders.tsx'
import { useAction } from '../../../web/client.ts'
import { clock, hours } from '../../../web/format.ts'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { courseCategoryCalls } from '../category/contract.ts'
import { courseAttributes, courseCalls, courseExports } from '../contract.ts'
import { useCourseWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

const CourseDrawer = dialogPart(() => import('./CourseDrawer.tsx'))

/** /resource-manage/course: folders and the courses in them; make, edit, delete. */
export default function CourseListPage() {
  const say = useCourseWords()
  const [state, change] = useUrlState()
  const [edited, setEdited] = useState<string | null>(null)
  useBegin('course', () => setEdited('new'))
  const remove = useAction(courseCalls.delete)
  const maySave = useMay(courseCalls.save)
  const mayDelete = useMay(courseCalls.delete)
  const mayFile = useMay(courseCategoryCalls.save)
  const folder = state.folder ?? null

  return (
    <Folders
      calls={courseCategoryCalls}
      chosen={folder}
      onChoose={(id) => change({ folder: id, page: null }, 'push')}
      mayChange={mayFile}
    >
      <CrudTable
        call={courseCalls.query}
        exportCall={courseExports.exportCourseList}
        fixed={folder ? { categoryId: folder } : {}}
        filters={[
          { name: 'keyword', label: say('keyword'), kind: 'text' },
          {
            name: 'attribute',
            label: say('attribute'),
            kind: 'select',
            options: courseAttributes.map((value) => ({ value, label: say(value) })),
          },
          {
            name: 'used',
            label: say('used'),
            kind: 'select',
            options: [
              { value: 'yes', label: say('usedYes') },
              { value: 'no', label: say('usedNo') },
            ],
          },
        ]}
        toolbar={
          maySave && (
            <Button type="primary" onClick={() => setEdited('new')}>
              {say('create')}
            </Button>
          )
        }
        columns={[
          {
            key: 'name',
            title: say('course'),
            wide: true,
            render: (_, row) => (
              <Button type="link" style={{ paddingInline: 0 }} onClick={() => setEdited(row.id)}>
                {row.name}
              </Button>
            ),
          },
          { key: 'folder', title: say('folder'), render: (_, row) => row.categoryName ?? say('noFolder') },
          { key: 'teacherName', title: say('teacher'), dataIndex: 'teacherName' },
          {
            key: 'hoursTenths',
            title: say('hours'),
            align: 'right',
            render: (_, row) => hours(row.hoursTenths),
          },
          {
            key: 'attribute',
            title: say('attribute'),
            render: (_, row) => (
              <Tag color={row.attribute === 'required' ? 'blue' : 'default'}>{say(row.attribute)}</Tag>
            ),
          },
          {
            key: 'items',
            title: say('items'),
            align: 'right',
            render: (_, row) => say('itemCount', { count: row.items }),
          },
          {
            key: 'durationSeconds',
            title: say('duration'),
            align: 'right',
            render: (_, row) => clock(row.durationSeconds),
          },
          { key: 'usedBy', title: say('usedBy'), align: 'right', dataIndex: 'usedBy' },
          { key: 'createdAt', title: say('created'), render: (_, row) => <When at={row.createdAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  {
                    key: 'edit',
                    opens: true,
                    label: say(maySave ? 'editShort' : 'view'),
                    onClick: () => setEdited(row.id),
                  },
                  mayDelete && {
                    key: 'delete',
                    label: say('delete'),
                    danger: true,
                    confirm: { title: say('deleteConfirm', { name: row.name }) },
                    onClick: () => remove.mutate({ id: row.id }),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {edited && (
        <CourseDrawer mayChange={maySave} id={edited} folder={folder} onClose={() => setEdited(null)} />
      )}
    </Folders>
  )
}
