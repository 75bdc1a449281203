import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import { useAction, useCall } from '../../../../web/client.ts'
import { named, type Selected } from '../../../../web/shell/control/chosen.tsx'
import { FormDrawer } from '../../../../web/shell/form/FormDrawer.tsx'
import { useBilingual } from '../../../../web/words.ts'
import { trainTypeCalls } from '../contract.ts'
import { defaultTerms } from '../rules.ts'
import { fieldsOf, partsOf, termParts, type TermPart, type TermsFields, termsOf } from './termsForm.ts'
import { TermsInputs } from './TermsInputs.tsx'
import { useTermsWords } from './words.ts'

interface Values extends TermsFields {
  classTypes: string[]
  parts: TermPart[]
  inherit: boolean
}

/** Changes the terms of many units: only the chosen parts, or resets all of them to those of the unit above. */
export default function BatchTermsDrawer({
  selected,
  onClose,
  onDone,
}: {
  selected: Selected
  onClose: () => void
  onDone: () => void
}) {
  const say = useTermsWords()
  const pick = useBilingual()
  const [form] = Form.useForm<Values>()
  const types = useCall(trainTypeCalls.getSelectList, {})
  const inherit = Form.useWatch('inherit', form) ?? false
  const parts = Form.useWatch('parts', form) ?? []
  const save = useAction(trainTypeCalls.batchUpdateUnitTrainType, { quiet: true })
  const chosen = (field: string) => [
    { required: true, type: 'array' as const, min: 1, message: say('fieldRequired', { field }) },
  ]
  return (
    <FormDrawer
      name="unit-batch-terms"
      form={form}
      title={say('batchTitle', { count: selected.said })}
      values={{ ...fieldsOf(defaultTerms), classTypes: [], parts: [], inherit: false } as Values}
      onSave={({ classTypes, parts: chosenParts, inherit: isBack, ...fields }) =>
        save.mutateAsync({
          ...named('unitIds', selected),
          classTypes,
          change: isBack ? null : partsOf(termsOf(fields), chosenParts),
        })
      }
      success={({ changed, waiting, batchId }) => {
        if (batchId) return say('begun')
        return waiting === 0
          ? say('batchSaved', { count: changed })
          : say('batchWaits', { count: changed, waiting })
      }}
      onSaved={onDone}
      onClose={onClose}
    >
      <p className="unit-hint k-caption">{say('batchHint')}</p>
      <p className="unit-hint k-caption">{say('batchLower')}</p>
      <Form.Item name="classTypes" label={say('classTypes')} rules={chosen(say('classTypes'))}>
        <Checkbox.Group
          options={(types.data ?? []).map((type) => ({
            value: type.classType,
            label: pick(type.name, type.nameEn),
          }))}
        />
      </Form.Item>
      <Form.Item name="inherit" valuePropName="checked">
        <Checkbox>{say('batchInherit')}</Checkbox>
      </Form.Item>
      {!inherit && (
        <>
          <Form.Item
            name="parts"
            label={say('batchWhat')}
            rules={[{ required: true, type: 'array', min: 1, message: say('batchNothing') }]}
          >
            <Checkbox.Group
              options={(Object.keys(termParts) as TermPart[]).map((value) => ({
                value,
                label: say(value),
              }))}
            />
          </Form.Item>
          <TermsInputs parts={parts} />
        </>
      )}
    </FormDrawer>
  )
}
