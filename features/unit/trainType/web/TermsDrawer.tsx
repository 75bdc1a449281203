import Form from 'antd/es/form'
import { useAction } from '../../../../web/client.ts'
import { FormDrawer } from '../../../../web/shell/form/FormDrawer.tsx'
import { trainTypeCalls, type UnitTrainType } from '../contract.ts'
import { CategoriesInput } from './CategoriesInput.tsx'
import { fieldsOf, termParts, type TermPart, termsOf } from './termsForm.ts'
import { TermsInputs } from './TermsInputs.tsx'
import { useTermsWords } from './words.ts'

const everyPart = Object.keys(termParts) as TermPart[]

/** Writes the terms of one unit for one class type. */
export function TermsDrawer({
  known,
  typeName,
  onClose,
}: {
  known: UnitTrainType
  typeName: string
  onClose: () => void
}) {
  const say = useTermsWords()
  const { unitId, unitName, classType } = known
  const save = useAction(trainTypeCalls.updateUnitTrainType, { quiet: true })
  return (
    <FormDrawer
      name="unit-terms"
      title={say('title', { name: unitName, type: typeName })}
      values={fieldsOf(known)}
      onSave={(fields) => save.mutateAsync({ unitId, classType, terms: termsOf(fields) })}
      success={say('saved')}
      onClose={onClose}
    >
      <TermsInputs parts={everyPart} />
      <Form.Item name="categoryIds" label={say('categories')} extra={say('categoriesHint')}>
        <CategoriesInput unitId={unitId} classType={classType} />
      </Form.Item>
    </FormDrawer>
  )
}
