import Form from 'antd/es/form'
import { useAction, useCall } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { Note } from '../../../../web/shell/control/Note.tsx'
import { FormDrawer } from '../../../../web/shell/form/FormDrawer.tsx'
import { useProposed } from '../../../approval/web/useProposed.ts'
import { type CategoryChoice, trainTypeCalls, type UnitTrainType } from '../contract.ts'
import { isLowered, readTerms } from '../rules.ts'
import { CategoriesInput } from './CategoriesInput.tsx'
import { fieldsOf, termParts, type TermPart, type TermsFields, termsOf } from './termsForm.ts'
import { TermsInputs } from './TermsInputs.tsx'
import { useTermsWords } from './words.ts'

const everyPart = Object.keys(termParts) as TermPart[]

/** Ids of the categories that a unit may buy of, among these and all below them. */
const allowedOf = (choices: readonly CategoryChoice[]): string[] =>
  choices.flatMap(({ id, allowed, children }) => [...(allowed ? [id] : []), ...allowedOf(children)])

/** Sentence under terms by which a class may cost less than by those that hold; absent under others. */
function LowerNote({ known }: { known: UnitTrainType }) {
  const say = useTermsWords()
  const { unitId, classType } = known
  const fields = Form.useWatch([], Form.useFormInstance<TermsFields>()) as TermsFields | undefined
  const { data = [] } = useCall(trainTypeCalls.findUnitClassCategory, { unitId, classType })
  const next = fields && readTerms(termsOf({ ...fields, categoryIds: fields.categoryIds ?? [] }))
  if (!next || 'missing' in next || !isLowered(known, next, allowedOf(data))) return null
  return <Note type="info" title={say('lower')} />
}

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
  const proposed = useProposed()
  const { unitId, unitName, classType } = known
  const save = useAction(trainTypeCalls.updateUnitTrainType, { quiet: true })
  return (
    <FormDrawer
      name="unit-terms"
      title={say('title', { name: unitName, type: typeName })}
      values={fieldsOf(known)}
      onSave={(fields) => save.mutateAsync({ unitId, classType, terms: termsOf(fields) })}
      onSaved={(proposal) => {
        if (proposal) proposed()
        else notify('success', say('saved'))
        onClose()
      }}
      onClose={onClose}
    >
      <TermsInputs parts={everyPart} />
      <Form.Item name="categoryIds" label={say('categories')} extra={say('categoriesHint')}>
        <CategoriesInput unitId={unitId} classType={classType} />
      </Form.Item>
      <LowerNote known={known} />
    </FormDrawer>
  )
}
