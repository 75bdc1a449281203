import TreeSelect from 'antd/es/tree-select'
import { type ReactElement, useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useSettings } from '../../project/web/settings.ts'
import { type CategoryNode, classCategoryCalls } from '../category/contract.ts'
import { useClassFormWords } from './formWords.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

const CategoryDialog = dialogPart(() => import('../category/web/CategoryDialog.tsx'))

interface Choice {
  value: string
  title: string
  selectable?: boolean
  children: Choice[]
}

const choiceOf = (node: CategoryNode): Choice => ({
  value: node.id,
  title: node.name,
  children: node.children.map(choiceOf),
})

/** A category of any class type, chosen from the tree, or a new one at the top of it. */
export function CategorySelect(props: { value?: string; onChange?: (id: string) => void; id?: string }) {
  const say = useClassFormWords()
  const nameOf = useClassTypeName()
  const { data = [], isPending } = useCall(classCategoryCalls.findClassCategoryTree, {})
  const shown = useSettings().showClassType.map((type) => type.key)
  const held = new Set(data.map((node) => node.classType))
  const [isOpen, setOpen] = useState(false)
  const [isCreating, setCreating] = useState(false)
  const mayCreate = useMay(classCategoryCalls.saveClassCategory)
  const types = [...shown.filter((type) => held.delete(type)), ...held]
  const withCreate = (tree: ReactElement) => (
    <>
      {tree}
      <Button
        type="link"
        size="small"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          setOpen(false)
          setCreating(true)
        }}
      >
        {say('categoryCreate')}
      </Button>
    </>
  )
  return (
    <>
      <TreeSelect<string>
        {...props}
        open={isOpen}
        onOpenChange={setOpen}
        // Until its name is there, the id would stand in its place.
        {...(isPending && props.value ? { value: say('loading') } : {})}
        showSearch={{ treeNodeFilterProp: 'title' }}
        treeDefaultExpandAll
        loading={isPending}
        style={{ width: '100%' }}
        {...(mayCreate && { popupRender: withCreate })}
        treeData={types.map((type) => ({
          value: `type:${type}`,
          title: nameOf(type),
          selectable: false,
          children: data.filter((node) => node.classType === type).map(choiceOf),
        }))}
      />
      {isCreating && (
        <CategoryDialog
          place={{}}
          onClose={() => setCreating(false)}
          onSaved={({ id }) => {
            setCreating(false)
            props.onChange?.(id)
          }}
        />
      )}
    </>
  )
}
