import { useState } from 'react'
import { useAction } from '../../../../web/client.ts'
import { Tag } from '../../../../web/shell/control/Tag.tsx'
import { useBegin } from '../../../../web/shell/view/useBegin.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { RowActions } from '../../../../web/shell/control/RowActions.tsx'
import { When } from '../../../../web/shell/control/When.tsx'
import { wechatKinds } from '../rules.ts'
import { type WechatApp, wechatAppCalls } from '../contract.ts'
import { ProjectConfigCard } from './ProjectConfigCard.tsx'
import { useWechatAppWords } from './words.ts'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'

const ProbeDialog = dialogPart(() => import('./ProbeDialog.tsx'))
const WechatAppDrawer = dialogPart(() => import('./WechatAppDrawer.tsx'))

/** /project-manage/wechat-app: a project's apps at WeChat, and what to enter there. */
export default function WechatAppPage() {
  const say = useWechatAppWords()
  const [edited, setEdited] = useState<WechatApp | 'new' | null>(null)
  useBegin('app', () => setEdited('new'))
  const [tried, setTried] = useState<WechatApp | null>(null)
  const remove = useAction(wechatAppCalls.delete)
  const mayDelete = useMay(wechatAppCalls.delete)

  const actions = (row: WechatApp) => (
    <RowActions
      actions={[
        { key: 'edit', opens: true, label: say('modify'), onClick: () => setEdited(row) },
        { key: 'test', label: say('test'), onClick: () => setTried(row) },
        mayDelete && {
          key: 'delete',
          label: say('delete'),
          danger: true,
          confirm: { title: say('deleteConfirm', { name: row.name }) },
          onClick: () => remove.mutate({ id: row.id }),
        },
      ]}
    />
  )
  return (
    <>
      <ProjectConfigCard />
      <CrudTable
        call={wechatAppCalls.query}
        filters={[
          { name: 'name', label: say('name'), kind: 'text' },
          {
            name: 'kind',
            label: say('type'),
            kind: 'select',
            options: wechatKinds.map((value) => ({ value, label: say(value) })),
          },
        ]}
        toolbar={
          <Button type="primary" onClick={() => setEdited('new')}>
            {say('add')}
          </Button>
        }
        columns={[
          { key: 'name', title: say('name'), dataIndex: 'name' },
          { key: 'kind', title: say('type'), render: (_, row) => say(row.kind) },
          {
            key: 'appId',
            title: say('appId'),
            dataIndex: 'appId',
            render: (appId: string) => <code>{appId}</code>,
          },
          { key: 'provider', title: say('provider'), render: (_, row) => say(row.provider) },
          { key: 'bindings', title: say('bindings'), dataIndex: 'bindings', align: 'right' },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => (
              <Tag color={row.status === 'active' ? 'green' : 'default'}>{say(row.status)}</Tag>
            ),
          },
          { key: 'updatedAt', title: say('updated'), render: (_, row) => <When at={row.updatedAt} /> },
          { key: 'actions', title: say('actions'), fixed: 'right', render: (_, row) => actions(row) },
        ]}
      />
      {edited && <WechatAppDrawer app={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {tried && <ProbeDialog app={tried} onClose={() => setTried(null)} />}
    </>
  )
}
