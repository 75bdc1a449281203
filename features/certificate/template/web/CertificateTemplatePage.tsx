import { useState } from 'react'
import { useAction } from '../../../../web/client.ts'
import { Tag } from '../../../../web/shell/control/Tag.tsx'
import { useBegin } from '../../../../web/shell/view/useBegin.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { RowActions } from '../../../../web/shell/control/RowActions.tsx'
import { offerUndo } from '../../../../web/shell/view/undo.ts'
import { When } from '../../../../web/shell/control/When.tsx'
import { type Template, templateCalls, certificateKinds } from '../contract.ts'
import { useTemplateWords } from './words.ts'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'

const TemplateEditor = dialogPart(() => import('./TemplateEditor.tsx'))

/** /resource-manage/certificate: templates, and the editor that places their elements. */
export default function CertificateTemplatePage() {
  const say = useTemplateWords()
  const [edited, setEdited] = useState<Template | 'new' | null>(null)
  useBegin('template', () => setEdited('new'))
  const disable = useAction(templateCalls.disabled)
  const undisable = useAction(templateCalls.disabled, { quiet: true })
  const remove = useAction(templateCalls.delete)
  const mayDisable = useMay(templateCalls.disabled)
  const mayDelete = useMay(templateCalls.delete)
  const maySave = useMay(templateCalls.save)
  const turn = ({ id, name }: Template, disabled: boolean) =>
    disable.mutate({
      id,
      disabled,
      onDone: () =>
        offerUndo(say(disabled ? 'disabledNamed' : 'enabledNamed', { name }), () =>
          undisable.mutateAsync({ id, disabled: !disabled }),
        ),
    })
  if (edited) {
    return <TemplateEditor template={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
  }
  return (
    <CrudTable
      call={templateCalls.query}
      filters={[
        { name: 'name', label: say('name'), kind: 'text' },
        {
          name: 'kind',
          label: say('type'),
          kind: 'many',
          options: certificateKinds.map((value) => ({ value, label: say(value) })),
        },
        {
          name: 'status',
          label: say('status'),
          kind: 'select',
          options: (['active', 'disabled'] as const).map((value) => ({ value, label: say(value) })),
        },
        { kind: 'days', from: 'createdFrom', to: 'createdTo', label: say('created') },
      ]}
      toolbar={
        maySave && (
          <Button type="primary" onClick={() => setEdited('new')}>
            {say('create')}
          </Button>
        )
      }
      columns={[
        { key: 'name', title: say('name'), dataIndex: 'name' },
        { key: 'type', title: say('type'), render: (_, row) => say(row.kind) },
        { key: 'numbering', title: say('numbering'), dataIndex: 'numbering' },
        { key: 'version', title: say('version'), dataIndex: 'version', align: 'right' },
        { key: 'classes', title: say('classes'), dataIndex: 'classes', align: 'right' },
        {
          key: 'status',
          title: say('status'),
          card: 'tag',
          render: (_, row) => (
            <Tag color={row.status === 'active' ? 'green' : 'default'}>{say(row.status)}</Tag>
          ),
        },
        { key: 'createdAt', title: say('created'), render: (_, row) => <When at={row.createdAt} /> },
        {
          key: 'actions',
          title: say('actions'),
          fixed: 'right',
          render: (_, row) => (
            <RowActions
              actions={[
                maySave && { key: 'edit', opens: true, label: say('edit'), onClick: () => setEdited(row) },
                mayDisable && {
                  key: 'disable',
                  label: say(row.status === 'active' ? 'disable' : 'enable'),
                  onClick: () => turn(row, row.status === 'active'),
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
  )
}
