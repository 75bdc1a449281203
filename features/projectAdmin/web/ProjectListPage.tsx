import { useState } from 'react'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { useBegin } from '../../../web/shell/view/useBegin.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { type RowAction, RowActions } from '../../../web/shell/control/RowActions.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import type { Handover } from '../../account/manage/web/OneTimePassword.tsx'
import { type FoundedProject, projectAdminCalls } from '../contract.ts'
import { useProjectAdminWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'

const OneTimePassword = dialogPart(() => import('../../account/manage/web/OneTimePassword.tsx'))
const CloseDialog = dialogPart(() => import('./CloseDialog.tsx'))
const ProjectDialog = dialogPart(() => import('./ProjectDialog.tsx'))

/** /project-manage/list: one's own project and those made from it. */
export default function ProjectListPage() {
  const say = useProjectAdminWords()
  const navigate = useViewNavigate()
  const [edited, setEdited] = useState<FoundedProject | 'new' | null>(null)
  useBegin('project', () => setEdited('new'))
  const [closing, setClosing] = useState<FoundedProject | null>(null)
  const [handover, setHandover] = useState<Handover | null>(null)
  const remove = useAction(projectAdminCalls.deleteProject, {
    onDone: () => notify('success', say('deleted')),
  })
  const maySave = useMay(projectAdminCalls.saveProject)
  const mayClose = useMay(projectAdminCalls.disableProject)
  const mayDelete = useMay(projectAdminCalls.deleteProject)
  const maySet = useMay('/project-manage/setting')

  const actions = (row: FoundedProject): RowAction[] => [
    ...(row.own && maySet
      ? [{ key: 'set', label: say('settings'), onClick: () => navigate('/project-manage/setting') }]
      : []),
    ...(row.unitId && row.status === 'active'
      ? [
          {
            key: 'visit',
            label: say('visit'),
            onClick: () => void window.open(`/?unitId=${row.unitId}`, '_blank'),
          },
        ]
      : []),
    ...(maySave && !row.own
      ? [{ key: 'edit', opens: true, label: say('modify'), onClick: () => setEdited(row) }]
      : []),
    ...(mayClose && !row.own
      ? [
          {
            key: 'close',
            label: say(row.status === 'active' ? 'disable' : 'enable'),
            danger: row.status === 'active',
            onClick: () => setClosing(row),
          },
        ]
      : []),
    ...(mayDelete && !row.own
      ? [
          {
            key: 'delete',
            label: say('delete'),
            danger: true,
            confirm: { title: say('deleteConfirm', { title: row.title }), text: say('deleteText') },
            onClick: () => remove.mutate({ id: row.id }),
          },
        ]
      : []),
  ]

  return (
    <>
      <CrudTable
        call={projectAdminCalls.queryProjectList}
        filters={[
          { name: 'title', label: say('title'), kind: 'text' },
          {
            name: 'status',
            label: say('status'),
            kind: 'select',
            options: (['active', 'disabled'] as const).map((value) => ({ value, label: say(value) })),
          },
        ]}
        toolbar={
          maySave && (
            <Button type="primary" onClick={() => setEdited('new')}>
              {say('add')}
            </Button>
          )
        }
        columns={[
          {
            key: 'title',
            title: say('title'),
            render: (_, row) => (
              <>
                {row.title} {row.own && <Tag color="blue">{say('own')}</Tag>}
              </>
            ),
          },
          { key: 'shortTitle', title: say('shortTitle'), dataIndex: 'shortTitle' },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => (
              <Tag color={row.status === 'active' ? 'green' : 'default'}>{say(row.status)}</Tag>
            ),
          },
          { key: 'learners', title: say('learners'), dataIndex: 'learners', align: 'right' },
          { key: 'units', title: say('units'), dataIndex: 'units', align: 'right' },
          { key: 'classes', title: say('classes'), dataIndex: 'classes', align: 'right' },
          {
            key: 'administrators',
            title: say('administrators'),
            render: (_, row) =>
              row.administrators
                .map(({ userName, loginName, active }) =>
                  say(active ? 'person' : 'personOff', { name: userName, account: loginName }),
                )
                .join(say('comma')),
          },
          { key: 'createdAt', title: say('created'), render: (_, row) => <When day at={row.createdAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => <RowActions actions={actions(row)} />,
          },
        ]}
      />
      {edited && (
        <ProjectDialog
          project={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={(given) => {
            setEdited(null)
            setHandover(given)
          }}
        />
      )}
      {closing && <CloseDialog project={closing} onClose={() => setClosing(null)} />}
      {handover && <OneTimePassword handover={handover} onClose={() => setHandover(null)} />}
    </>
  )
}
