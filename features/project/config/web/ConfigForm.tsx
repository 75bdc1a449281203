import Button from 'antd/es/button'
import Form from 'antd/es/form'
import { type ReactNode, useState } from 'react'
import { CallRefused } from '../../../../web/client.ts'
import { useUnsaved } from '../../../../web/shell/unsaved.ts'
import { useConfigWords } from './words.ts'

/** A form over one config: saved as a whole, faults said at their field, nothing lost unasked. */
export function ConfigForm<T extends object>({
  name,
  start,
  busy,
  onSave,
  children,
}: {
  name: string
  start: T
  busy: boolean
  onSave: (content: T) => Promise<unknown>
  children: ReactNode
}) {
  const say = useConfigWords()
  const [form] = Form.useForm()
  const [isChanged, setChanged] = useState(false)
  useUnsaved(isChanged)

  async function submit(fields: Partial<T>) {
    try {
      await onSave({ ...start, ...fields })
      setChanged(false)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const field = error.field?.replace(/^content\./, '')
      if (field && field in start) {
        form.setFields([{ name: field, errors: [error.message] }])
        form.scrollToField(field, { focus: true })
      }
    }
  }

  return (
    <Form
      name={`config-${name}`}
      form={form}
      layout="vertical"
      style={{ maxWidth: 560 }}
      initialValues={start}
      scrollToFirstError={{ focus: true }}
      onValuesChange={() => setChanged(true)}
      onFinish={(fields: Partial<T>) => void submit(fields)}
    >
      {children}
      <Button type="primary" htmlType="submit" disabled={!isChanged} loading={busy}>
        {say('save')}
      </Button>
    </Form>
  )
}
