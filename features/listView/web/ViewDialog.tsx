import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useViewWords } from './words.ts'

interface Named {
  name: string
  shared: boolean
}

/** Asks what a view is called and, of one that is new, whether everyone gets it. */
export default function ViewDialog({
  title,
  values,
  mayShare,
  onSave,
  onClose,
}: {
  title: string
  values: Named
  mayShare: boolean
  onSave: (values: Named) => Promise<unknown>
  onClose: () => void
}) {
  const say = useViewWords()
  return (
    <FormDialog
      name="list-view"
      title={title}
      values={values}
      onSave={onSave}
      onSaved={onClose}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={say('name')}
        {...(values.name ? {} : { extra: say('nameHint') })}
        rules={[{ required: true, whitespace: true, message: say('mustFill') }]}
      >
        <Input maxLength={40} />
      </Form.Item>
      {mayShare && (
        <Form.Item name="shared" valuePropName="checked">
          <Checkbox>{say('share')}</Checkbox>
        </Form.Item>
      )}
    </FormDialog>
  )
}
