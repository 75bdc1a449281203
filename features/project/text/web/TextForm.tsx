import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Switch from 'antd/es/switch'
import { useState } from 'react'
import { useUnsaved } from '../../../../web/shell/unsaved.ts'
import { HtmlInput } from '../../../file/web/HtmlInput.tsx'
import type { StoredText } from '../contract.ts'
import { saysSomething } from '../rules.ts'
import { useTextWords } from './words.ts'

interface Fields {
  title: string
  content: string
  active: boolean
}

/** Writes a text of the project; with `titled` it has a heading and can be taken down. */
export function TextForm({
  text,
  titled = false,
  busy,
  onSave,
}: {
  text: StoredText
  titled?: boolean
  busy: boolean
  onSave: (fields: Fields) => Promise<unknown>
}) {
  const say = useTextWords()
  const [form] = Form.useForm<Fields>()
  const [isChanged, setChanged] = useState(false)
  useUnsaved(isChanged)
  const start: Fields = { title: text.title, content: text.content, active: text.active }
  const active = Form.useWatch('active', form) ?? text.active

  return (
    <Form<Fields>
      name={`text-${text.kind}`}
      form={form}
      layout="vertical"
      initialValues={start}
      scrollToFirstError={{ focus: true }}
      onValuesChange={() => setChanged(true)}
      onFinish={(fields) =>
        // What is refused is said in a notice, and stays to be mended.
        void onSave({ ...start, ...fields }).then(
          () => setChanged(false),
          () => {},
        )
      }
    >
      {titled && (
        <>
          <Form.Item name="active" label={say('active')} valuePropName="checked">
            <Switch />
          </Form.Item>
          <Form.Item
            name="title"
            label={say('title')}
            rules={[{ required: active, whitespace: true, message: say('titleNeeded') }]}
          >
            <Input maxLength={60} showCount />
          </Form.Item>
        </>
      )}
      <Form.Item
        name="content"
        label={say('content')}
        rules={[
          {
            validator: (_, html: string) =>
              saysSomething(html ?? '') || (titled && !active)
                ? Promise.resolve()
                : Promise.reject(new Error(say('contentNeeded'))),
          },
        ]}
      >
        <HtmlInput label={say(text.kind)} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy} disabled={!isChanged}>
        {say('publish', { version: text.version + 1 })}
      </Button>
    </Form>
  )
}
