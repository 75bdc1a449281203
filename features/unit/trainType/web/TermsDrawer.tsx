import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Form from 'antd/es/form'
import Space from 'antd/es/space'
import { useAction } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { useGuardedForm } from '../../../../web/shell/leave.ts'
import { trainTypeCalls, type UnitTrainType } from '../contract.ts'
import { CategoriesInput } from './CategoriesInput.tsx'
import { fieldsOf, termParts, type TermPart, type TermsFields, termsOf } from './termsForm.ts'
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
  const [form] = Form.useForm<TermsFields>()
  const guard = useGuardedForm(onClose)
  const { unitId, unitName, classType } = known
  const save = useAction(trainTypeCalls.updateUnitTrainType, {
    onDone() {
      notify('success', say('saved'))
      guard.forget()
      onClose()
    },
  })
  return (
    <Drawer
      open
      onClose={guard.leave}
      size="min(560px, 100vw)"
      title={say('title', { name: unitName, type: typeName })}
      destroyOnHidden
    >
      <Form<TermsFields>
        name="unit-terms"
        form={form}
        layout="vertical"
        scrollToFirstError={{ focus: true }}
        initialValues={fieldsOf(known)}
        onValuesChange={guard.note}
        onFinish={() =>
          save.mutate({ unitId, classType, terms: termsOf({ ...fieldsOf(known), ...form.getFieldsValue() }) })
        }
      >
        <TermsInputs parts={everyPart} />
        <Form.Item name="categoryIds" label={say('categories')} extra={say('categoriesHint')}>
          <CategoriesInput unitId={unitId} classType={classType} />
        </Form.Item>
        <Space>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {say('save')}
          </Button>
          <Button onClick={guard.leave}>{say('cancel')}</Button>
        </Space>
      </Form>
    </Drawer>
  )
}
