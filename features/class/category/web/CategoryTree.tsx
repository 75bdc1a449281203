import { type ReactNode, useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { useMay } from '../../../../web/shell/view/may.ts'
import { SideTree } from '../../../../web/shell/list/SideTree.tsx'
import { useSettings } from '../../../project/web/settings.ts'
import { useClassTypeName } from '../../../classType/web/classType.ts'
import { classCategoryCalls } from '../contract.ts'
import type { NewCategory } from './CategoryDialog.tsx'
import { classesIn, headingOf, mayHold, rowsOf, typeOf } from './headings.ts'
import { useCategoryWords } from './words.ts'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'

const CategoryDialog = dialogPart(() => import('./CategoryDialog.tsx'))

/** Selection of classes: a type, a category, or all. */
export interface CategoryChoice {
  classType?: string
  categoryId?: string
}

/** A page with the class types and their categories at its side. */
export function CategoryTree({
  choice,
  onChoose,
  children,
}: {
  choice: CategoryChoice
  onChoose: (choice: CategoryChoice) => void
  children: ReactNode
}) {
  const say = useCategoryWords()
  const nameOf = useClassTypeName()
  const { showClassType } = useSettings()
  const query = useCall(classCategoryCalls.findClassCategoryTree, {})
  const drag = useAction(classCategoryCalls.dragClassCategory, { quiet: true })
  const remove = useAction(classCategoryCalls.deleteClassCategory, {
    onDone(_, { id }) {
      if (id === choice.categoryId) onChoose({})
    },
  })
  const rename = useAction(classCategoryCalls.saveClassCategory, { quiet: true })
  const [adding, setAdding] = useState<NewCategory | null>(null)
  const maySave = useMay(classCategoryCalls.saveClassCategory)
  const roots = query.data ?? []
  // A type hidden from learners still has its categories.
  const types = [...showClassType.map(({ key }) => key), ...roots.map(({ classType }) => classType)]
  const heading = choice.classType === undefined ? null : headingOf(choice.classType)

  return (
    <SideTree
      title={say('tree')}
      all={say('all')}
      query={query}
      rows={query.data ? rowsOf([...new Set(types)], nameOf, roots) : []}
      chosen={choice.categoryId ?? heading}
      onChoose={(id) => {
        const classType = id && typeOf(id)
        onChoose(classType ? { classType } : id ? { categoryId: id } : {})
      }}
      renderName={({ name, category }) =>
        category ? (
          <>
            {name} <span className="k-caption k-numbers">{classesIn(category)}</span>
          </>
        ) : (
          <b>{name}</b>
        )
      }
      isOpen={({ fixed }) => fixed === true}
      add={
        maySave && {
          label: say('addTop'),
          labelBelow: say('add'),
          onAdd: (parent) =>
            setAdding(parent?.category ? { parent: parent.category } : { classType: choice.classType }),
        }
      }
      actionsOf={({ category }) =>
        maySave && category
          ? [
              {
                key: 'remove',
                label: say('delete'),
                danger: true,
                confirm: { title: say('removeConfirm', { name: category.name }), text: say('removeHint') },
                onClick: () => remove.mutate({ id: category.id }),
              },
            ]
          : []
      }
      rename={maySave && { maxLength: 60, onRename: ({ id }, name) => rename.mutateAsync({ id, name }) }}
      move={
        maySave && {
          mayHold,
          onMove: ({ parentId, ...input }) =>
            drag.mutateAsync({ ...input, parentId: parentId === null || typeOf(parentId) ? null : parentId }),
        }
      }
      footer={
        maySave && <p className="side-hint k-caption">{roots.length === 0 ? say('none') : say('hint')}</p>
      }
    >
      {children}
      {adding && <CategoryDialog place={adding} onClose={() => setAdding(null)} />}
    </SideTree>
  )
}
