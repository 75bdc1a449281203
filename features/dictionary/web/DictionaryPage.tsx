import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Segmented from 'antd/es/segmented'
import Table from 'antd/es/table'
import { useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { Tag } from '../../../web/shell/Tag.tsx'
import { Button } from '../../../web/shell/Button.tsx'
import { offerUndo } from '../../../web/shell/undo.ts'
import { type RowAction, RowActions } from '../../../web/shell/RowActions.tsx'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { dictionaryCalls, type DictionaryKind, dictionaryKinds, type ManagedEntry } from '../contract.ts'
import { treeOf } from '../rules.ts'
import { EntryDialog } from './EntryDialog.tsx'
import { useDictionaryWords } from './words.ts'

type Row = ReturnType<typeof treeOf<ManagedEntry>>[number]

/** /project-manage/dictionary: the code lists as this project has them, over those of the product. */
export default function DictionaryPage() {
  const say = useDictionaryWords()
  const [address, change] = useUrlState()
  const kind = dictionaryKinds.find((known) => known === address.kind) ?? 'education'
  return (
    <div className="shell-card">
      <p style={{ color: 'var(--ink-3)' }}>{say('lead')}</p>
      <div style={{ overflowX: 'auto', marginBottom: 16 }}>
        <Segmented<DictionaryKind>
          options={dictionaryKinds.map((value) => ({ value, label: say(value) }))}
          value={kind}
          onChange={(value) => change({ kind: value })}
        />
      </div>
      <Entries key={kind} kind={kind} />
    </div>
  )
}

function Entries({ kind }: { kind: DictionaryKind }) {
  const say = useDictionaryWords()
  const query = useCall(dictionaryCalls.queryEntries, { kind }, { staleTime: 0 })
  const [edited, setEdited] = useState<{ entry: ManagedEntry | null; parent: ManagedEntry | null } | null>(
    null,
  )
  const order = useAction(dictionaryCalls.orderEntries, { onDone: () => notify('success', say('ordered')) })
  const disable = useAction(dictionaryCalls.disableEntry)
  const undisable = useAction(dictionaryCalls.disableEntry, { quiet: true })
  const remove = useAction(dictionaryCalls.deleteEntry)

  function actions(row: Row, siblings: readonly Row[]): RowAction[] {
    const at = siblings.indexOf(row)
    const moved = (to: number) => {
      const codes = siblings.map((sibling) => sibling.code).filter((_, i) => i !== at)
      codes.splice(to, 0, row.code)
      order.mutate({ kind, codes })
    }
    const { name, code } = row
    return [
      { key: 'edit', label: say('edit'), onClick: () => setEdited({ entry: row, parent: null }) },
      {
        key: 'state',
        label: say(row.active ? 'disable' : 'enable'),
        onClick: () =>
          disable.mutate(
            { kind, code, disabled: row.active },
            {
              onSuccess: () =>
                offerUndo(say(row.active ? 'disabledNamed' : 'enabledNamed', { name }), () =>
                  undisable.mutateAsync({ kind, code, disabled: !row.active }),
                ),
            },
          ),
      },
      ...(at > 0 ? [{ key: 'up', label: say('moveUp'), onClick: () => moved(at - 1) }] : []),
      ...(at < siblings.length - 1
        ? [{ key: 'down', label: say('moveDown'), onClick: () => moved(at + 1) }]
        : []),
      ...(row.parentCode === null
        ? [{ key: 'below', label: say('addBelow'), onClick: () => setEdited({ entry: null, parent: row }) }]
        : []),
      ...(row.own
        ? [
            {
              key: 'delete',
              label: say(row.product ? 'restore' : 'delete'),
              danger: !row.product,
              confirm: { title: say(row.product ? 'restoreConfirm' : 'deleteConfirm', { name }) },
              onClick: () => remove.mutate({ kind, code }),
            },
          ]
        : []),
    ]
  }

  return (
    <>
      <div className="crud-bar">
        <Button
          type="primary"
          icon={<PlusOutlined />}
          onClick={() => setEdited({ entry: null, parent: null })}
        >
          {say('add')}
        </Button>
      </div>
      <Loaded query={query} isEmpty={(list) => list.length === 0} empty={<Empty title={say('none')} />}>
        {(list) => {
          const tree = treeOf(list)
          const levels = new Map<string, readonly Row[]>([
            ...tree.map((row): [string, Row[]] => [row.code, tree as Row[]]),
            ...tree.flatMap((row) =>
              row.children.map((child): [string, Row[]] => [child.code, row.children as Row[]]),
            ),
          ])
          const hasBelow = tree.some((row) => row.children.length > 0)
          return (
            <Table<Row>
              rowKey="code"
              size="small"
              pagination={false}
              scroll={{ x: 'max-content' }}
              dataSource={tree as Row[]}
              {...(hasBelow ? {} : { childrenColumnName: 'none' })}
              columns={[
                { title: say('name'), dataIndex: 'name' },
                { title: say('nameEn'), dataIndex: 'nameEn' },
                { title: say('code'), dataIndex: 'code', render: (code: string) => <code>{code}</code> },
                {
                  title: say('status'),
                  render: (_, row) => (
                    <>
                      <Tag color={row.active ? 'green' : 'default'}>
                        {say(row.active ? 'active' : 'disabled')}
                      </Tag>
                      {row.own && <Tag color="blue">{say(row.product ? 'changed' : 'own')}</Tag>}
                    </>
                  ),
                },
                { title: say('uses'), dataIndex: 'uses', align: 'right' },
                {
                  title: say('actions'),
                  render: (_, row) => <RowActions actions={actions(row, levels.get(row.code) ?? [])} />,
                },
              ]}
            />
          )
        }}
      </Loaded>
      {edited && <EntryDialog kind={kind} {...edited} onClose={() => setEdited(null)} />}
    </>
  )
}
