import { useState } from 'react'
import { useAction } from '../../../web/client.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { useBegin } from '../../../web/shell/view/useBegin.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { type Partner, partnerCalls } from '../contract.ts'
import type { ShownKey } from './KeyDialog.tsx'
import { usePartnerWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

const PartnerDialog = dialogPart(() => import('./PartnerDialog.tsx'))
const KeyDialog = dialogPart(() => import('./KeyDialog.tsx'))

/** /project-manage/partner: platforms that hand their people over, each with its key. */
export default function PartnerListPage() {
  const say = usePartnerWords()
  const [edited, setEdited] = useState<Partner | 'new' | null>(null)
  useBegin('partner', () => setEdited('new'))
  const [shown, setShown] = useState<ShownKey | null>(null)
  const rotate = useAction(partnerCalls.rotateKey)
  const disable = useAction(partnerCalls.disabled)

  const actions = (row: Partner) => (
    <RowActions
      actions={[
        { key: 'edit', opens: true, label: say('modify'), onClick: () => setEdited(row) },
        {
          key: 'rotate',
          label: say('rotate'),
          confirm: { title: say('rotateConfirm') },
          onClick: () =>
            rotate.mutate({ id: row.id, onDone: (made) => setShown({ ...made, name: row.name }) }),
        },
        row.status === 'active'
          ? {
              key: 'disable',
              label: say('disable'),
              danger: true,
              confirm: { title: say('disableConfirm') },
              onClick: () => disable.mutate({ id: row.id, disabled: true }),
            }
          : {
              key: 'enable',
              label: say('enable'),
              onClick: () => disable.mutate({ id: row.id, disabled: false }),
            },
      ]}
    />
  )

  return (
    <>
      <CrudTable
        call={partnerCalls.query}
        filters={[{ name: 'keyword', label: say('keyword'), kind: 'text' }]}
        toolbar={
          <Button type="primary" onClick={() => setEdited('new')}>
            {say('add')}
          </Button>
        }
        columns={[
          { key: 'name', title: say('name'), dataIndex: 'name' },
          {
            key: 'code',
            title: say('code'),
            dataIndex: 'code',
            render: (code: string) => <code>{code}</code>,
          },
          { key: 'kind', title: say('kind'), render: (_, row) => say(row.kind) },
          {
            key: 'mayRegister',
            title: say('mayRegister'),
            render: (_, row) => say(row.mayRegister ? 'yes' : 'no'),
          },
          { key: 'people', title: say('people'), dataIndex: 'people', align: 'right' },
          { key: 'keySince', title: say('keySince'), render: (_, row) => <When at={row.keySince} /> },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => (
              <Tag color={row.status === 'active' ? 'green' : 'default'}>{say(row.status)}</Tag>
            ),
          },
          { key: 'actions', title: say('actions'), fixed: 'right', render: (_, row) => actions(row) },
        ]}
      />
      {edited && (
        <PartnerDialog
          partner={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onMade={setShown}
        />
      )}
      {shown && <KeyDialog shown={shown} onClose={() => setShown(null)} />}
    </>
  )
}
