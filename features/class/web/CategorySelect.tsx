import TreeSelect from 'antd/es/tree-select'
import { useCall } from '../../../web/client.ts'
import { useSettings } from '../../project/web/settings.ts'
import { type CategoryNode, classCategoryCalls } from '../category/contract.ts'
import { useClassFormWords } from './formWords.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'

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

/** A category of any class type, chosen from the tree. */
export function CategorySelect(props: { value?: string; onChange?: (id: string) => void; id?: string }) {
  const say = useClassFormWords()
  const nameOf = useClassTypeName()
  const { data = [], isPending } = useCall(classCategoryCalls.findClassCategoryTree, {})
  const shown = useSettings().showClassType.map((type) => type.key)
  const held = new Set(data.map((node) => node.classType))
  const types = [...shown.filter((type) => held.delete(type)), ...held]
  return (
    <TreeSelect<string>
      {...props}
      // Until its name is there, the id would stand in its place.
      {...(isPending && props.value ? { value: say('loading') } : {})}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll
      loading={isPending}
      style={{ width: '100%' }}
      treeData={types.map((type) => ({
        value: `type:${type}`,
        title: nameOf(type),
        selectable: false,
        children: data.filter((node) => node.classType === type).map(choiceOf),
      }))}
    />
  )
}
