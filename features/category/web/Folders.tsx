import type { TObject } from 'typebox'
import { type ReactNode, useState } from 'react'
import type { Call, Id, Nothing } from '../../../contract/call.ts'
import { flatten } from '../../../contract/tree.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { SideTree } from '../../../web/shell/list/SideTree.tsx'
import type { CategoryDrag, CategoryInput, FolderTree } from '../contract.ts'
import { useFolderWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

const FolderDialog = dialogPart(() => import('./FolderDialog.tsx'))

/** The calls of one tree of folders; resources have one, courses another. */
interface FolderCalls {
  tree: Call<TObject<{}>, typeof FolderTree>
  save: Call<ReturnType<typeof CategoryInput<{}>>>
  drag: Call<typeof CategoryDrag>
  delete: Call<TObject<{ id: typeof Id }>, typeof Nothing>
}

/** A page with a tree of folders at its side. */
export function Folders({
  calls,
  chosen,
  onChoose,
  mayChange,
  children,
}: {
  calls: FolderCalls
  /** Null shows all. */
  chosen: string | null
  onChoose: (id: string | null) => void
  mayChange: boolean
  children: ReactNode
}) {
  const say = useFolderWords()
  const query = useCall(calls.tree, {})
  const save = useAction(calls.save, { quiet: true })
  const drag = useAction(calls.drag, { quiet: true })
  const remove = useAction(calls.delete, {
    onDone(_, { id }) {
      if (id === chosen) onChoose(null)
    },
  })
  const [adding, setAdding] = useState<{ parentId: string | null } | null>(null)
  return (
    <SideTree
      title={say('folders')}
      all={say('all')}
      query={query}
      rows={flatten(query.data ?? [])}
      chosen={chosen}
      onChoose={onChoose}
      renderEnd={({ members }) => <span className="k-caption k-numbers">{members}</span>}
      add={
        mayChange && {
          label: say('create'),
          labelBelow: say('createBelow'),
          onAdd: (parent) => setAdding({ parentId: parent?.id ?? null }),
        }
      }
      actionsOf={(node) =>
        mayChange
          ? [
              {
                key: 'delete',
                label: say('delete'),
                danger: true,
                confirm: { title: say('deleteConfirm', { name: node.name }) },
                onClick: () => remove.mutate({ id: node.id }),
              },
            ]
          : []
      }
      rename={mayChange && { maxLength: 60, onRename: ({ id }, name) => save.mutateAsync({ id, name }) }}
      move={mayChange && { onMove: (input) => drag.mutateAsync(input) }}
    >
      {children}
      {adding && (
        <FolderDialog
          onClose={() => setAdding(null)}
          onName={(name) => save.mutateAsync({ name, ...adding })}
        />
      )}
    </SideTree>
  )
}
