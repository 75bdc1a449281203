import { useState } from 'react'
import { Button } from '../../../web/shell/control/Button.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useBegin } from '../../../web/shell/view/useBegin.ts'
import { useStateName } from '../../../web/words.ts'
import { noticeCalls } from '../contract.ts'
import { noticeLifecycle } from '../rules.ts'
import { NoticeTag } from './NoticeTags.tsx'
import { useNoticeActions } from './useNoticeActions.ts'
import { useNoticeWords } from './words.ts'

const NoticeDrawer = dialogPart(() => import('./NoticeDrawer.tsx'))

/** The notices of the project: written, published and withdrawn one by one. */
export function NoticeTable() {
  const say = useNoticeWords()
  const stateName = useStateName(noticeLifecycle)
  const actionsOf = useNoticeActions('project')
  const [edited, setEdited] = useState<string | null>(null)
  useBegin('notice', () => setEdited('new'))
  return (
    <>
      <CrudTable
        call={noticeCalls.query}
        empty={say('empty')}
        toolbar={
          <Button type="primary" onClick={() => setEdited('new')}>
            {say('create')}
          </Button>
        }
        filters={[
          { name: 'keyword', label: say('title'), kind: 'text' },
          {
            name: 'status',
            label: say('status'),
            kind: 'select',
            options: noticeLifecycle.states
              .filter((value) => value !== 'deleted')
              .map((value) => ({ value, label: stateName(value) })),
          },
        ]}
        columns={[
          {
            key: 'title',
            title: say('title'),
            wide: true,
            render: (_, row) => (
              <>
                {row.title} {row.pinned && <Tag>{say('pinned')}</Tag>}
              </>
            ),
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => <NoticeTag notice={row} />,
          },
          {
            key: 'audience',
            title: say('audience'),
            render: (_, row) => say(row.open ? 'everybody' : 'some'),
          },
          { key: 'readers', title: say('readers'), align: 'right', dataIndex: 'readers' },
          {
            key: 'startsAt',
            title: say('startsAt'),
            render: (_, row) => row.startsAt && <When at={row.startsAt} />,
          },
          { key: 'endsAt', title: say('endsAt'), render: (_, row) => row.endsAt && <When at={row.endsAt} /> },
          {
            key: 'publishedAt',
            title: say('publishedAt'),
            render: (_, row) => row.publishedAt && <When at={row.publishedAt} />,
          },
          { key: 'createdAt', title: say('created'), render: (_, row) => <When at={row.createdAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => <RowActions actions={actionsOf(row, () => setEdited(row.id))} />,
          },
        ]}
      />
      {edited && <NoticeDrawer id={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}
