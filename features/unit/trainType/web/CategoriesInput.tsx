import TreeSelect from 'antd/es/tree-select'
import { useCall } from '../../../../web/client.ts'
import { useBilingual } from '../../../../web/words.ts'
import { type CategoryChoice, trainTypeCalls } from '../contract.ts'
import { allCategories } from '../rules.ts'
import { useTermsWords } from './words.ts'
import { useAllowClear } from '../../../../web/shell/control/useAllowClear.tsx'

interface Choice {
  value: string
  title: string
  children: Choice[]
}

const choiceOf = ({ id, name, children }: CategoryChoice): Choice => ({
  value: id,
  title: name,
  children: children.map(choiceOf),
})

/** Class categories of a class type, each including all below it. */
export function CategoriesInput({
  unitId,
  classType,
  ...props
}: {
  unitId: string
  classType: string
  value?: string[]
  onChange?: (ids: string[]) => void
  id?: string
}) {
  const say = useTermsWords()
  const pick = useBilingual()
  const allowClear = useAllowClear()
  const {
    data = [],
    isPending,
    isError,
  } = useCall(trainTypeCalls.findUnitClassCategory, { unitId, classType })
  return (
    <TreeSelect<string[]>
      {...props}
      multiple
      allowClear={allowClear}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll
      loading={isPending}
      {...(isError ? { status: 'error' as const } : {})}
      placeholder={isError ? say('categoriesFailed') : pick(allCategories.zh, allCategories.en)}
      style={{ width: '100%' }}
      treeData={data.map(choiceOf)}
    />
  )
}
