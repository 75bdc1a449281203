import { useState } from 'react'
import { flatten } from '../../../contract/tree.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { Tabs } from '../../../web/kit/Tabs.tsx'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { EditableCell } from '../../../web/shell/control/EditableCell.tsx'
import { type RowAction, RowActions } from '../../../web/shell/control/RowActions.tsx'
import { RowList } from '../../../web/shell/list/RowList.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { offerUndo } from '../../../web/shell/view/undo.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { dictionaryCalls, type DictionaryKind, dictionaryKinds, type ManagedEntry } from '../contract.ts'
import { treeOf } from '../rules.ts'
import './Dictionary.css'
import { useDictionaryWords } from './words.ts'

const EntryDialog = dialogPart(() => import('./EntryDialog.tsx'))

/** /project-manage/dictionary: the code lists as this project has them, over those of the product. */
export default function DictionaryPage() {
  const say = useDictionaryWords()
  const [address, change] = useUrlState()
  const kind = dictionaryKinds.find((known) => known === address.kind) ?? 'education'
  return (
    <div className="shell-card">
      <p className="k-muted">{say('lead')}</p>
      <Tabs
        label={say('lists')}
        value={kind}
        onChange={(value) => change({ kind: value })}
        tabs={dictionaryKinds.map((value) => ({ key: value, label: say(value) }))}
      >
        <Entries key={kind} kind={kind} />
      </Tabs>
    </div>
  )
}

function Entries({ kind }: { kind: DictionaryKind }) {
  const say = useDictionaryWords()
  const query = useCall(dictionaryCalls.queryEntries, { kind }, { staleTime: 0 })
  /** Below which entry one is added; null at the top. */
  const [adding, setAdding] = useState<{ parent: ManagedEntry | null } | null>(null)
  const [open, setOpen] = useState<readonly string[]>([])
  const order = useAction(dictionaryCalls.orderEntries, { onDone: () => notify('success', say('ordered')) })
  const disable = useAction(dictionaryCalls.disableEntry)
  const undisable = useAction(dictionaryCalls.disableEntry, { quiet: true })
  const remove = useAction(dictionaryCalls.deleteEntry)
  const list = query.data ?? []
  const rows = flatten(treeOf(list)).filter(
    ({ parentCode }) => parentCode === null || open.includes(parentCode),
  )
  type Row = (typeof rows)[number]

  function actions(row: Row): RowAction[] {
    const siblings = list.filter(({ parentCode }) => parentCode === row.parentCode).map(({ code }) => code)
    const at = siblings.indexOf(row.code)
    const moved = (to: number) => {
      const codes = siblings.filter((_, i) => i !== at)
      codes.splice(to, 0, row.code)
      order.mutate({ kind, codes })
    }
    const { name, code } = row
    return [
      {
        key: 'state',
        label: say(row.active ? 'disable' : 'enable'),
        onClick: () =>
          disable.mutate({
            kind,
            code,
            disabled: row.active,
            onDone: () =>
              offerUndo(say(row.active ? 'disabledNamed' : 'enabledNamed', { name }), () =>
                undisable.mutateAsync({ kind, code, disabled: !row.active }),
              ),
          }),
      },
      ...(at > 0 ? [{ key: 'up', label: say('moveUp'), onClick: () => moved(at - 1) }] : []),
      ...(at < siblings.length - 1
        ? [{ key: 'down', label: say('moveDown'), onClick: () => moved(at + 1) }]
        : []),
      ...(row.parentCode === null
        ? [{ key: 'below', label: say('addBelow'), onClick: () => setAdding({ parent: row }) }]
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

  function fold({ code, name, children }: Row) {
    const isOpen = open.includes(code)
    return (
      <Button
        type="text"
        size="small"
        aria-expanded={isOpen}
        aria-label={say('below', { name, count: children.length })}
        onClick={() => setOpen(isOpen ? open.filter((other) => other !== code) : [...open, code])}
      >
        {isOpen ? '▾' : '▸'}
      </Button>
    )
  }

  return (
    <>
      <div className="crud-bar k-cluster dictionary-bar">
        <Button type="primary" onClick={() => setAdding({ parent: null })}>
          {say('add')}
        </Button>
      </div>
      <Loaded query={query}>
        {() => (
          <RowList<Row>
            name={say(kind)}
            rows={rows}
            keyOf={({ code }) => code}
            empty={<Empty title={say('none')} />}
            columns={[
              {
                key: 'name',
                title: say('name'),
                render: (_, row) => (
                  <span className="dictionary-name" data-below={row.parentCode !== null || undefined}>
                    {row.children.length > 0 && fold(row)}
                    <NameInput kind={kind} entry={row} field="name" />
                  </span>
                ),
              },
              {
                key: 'nameEn',
                title: say('nameEn'),
                render: (_, row) => <NameInput kind={kind} entry={row} field="nameEn" />,
              },
              {
                key: 'code',
                title: say('code'),
                dataIndex: 'code',
                render: (code: string) => <code>{code}</code>,
              },
              {
                key: 'status',
                title: say('status'),
                card: 'tag',
                render: (_, row) => (
                  <>
                    <Tag color={row.active ? 'green' : 'default'}>
                      {say(row.active ? 'active' : 'disabled')}
                    </Tag>
                    {row.own && <Tag color="blue">{say(row.product ? 'changed' : 'own')}</Tag>}
                  </>
                ),
              },
              { key: 'uses', title: say('uses'), dataIndex: 'uses', align: 'right' },
              {
                key: 'actions',
                title: say('actions'),
                fixed: 'right',
                render: (_, row) => <RowActions actions={actions(row)} />,
              },
            ]}
          />
        )}
      </Loaded>
      {adding && <EntryDialog kind={kind} {...adding} onClose={() => setAdding(null)} />}
    </>
  )
}

const longest = { name: 60, nameEn: 80 } as const

/** A name of an entry, edited in its place; for ten seconds it can be undone. */
function NameInput({
  kind,
  entry,
  field,
}: {
  kind: DictionaryKind
  entry: ManagedEntry
  field: keyof typeof longest
}) {
  const say = useDictionaryWords()
  const save = useAction(dictionaryCalls.saveEntry, { quiet: true })
  const { code, name } = entry
  return (
    <EditableCell
      label={`${say(field)} ${name}`}
      value={entry[field]}
      maxLength={longest[field]}
      meaning={(text) => text.trim() || undefined}
      onSave={async (next) => {
        await save.mutateAsync({ kind, code, [field]: next })
        offerUndo(say('renamed', { before: entry[field], after: next }), () =>
          save.mutateAsync({ kind, code, [field]: entry[field] }),
        )
      }}
    />
  )
}
