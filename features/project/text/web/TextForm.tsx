import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Switch from 'antd/es/switch'
import { FormPage } from '../../../../web/shell/form/FormPage.tsx'
import { HtmlInput } from '../../../file/web/HtmlInput.tsx'
import type { StoredText } from '../contract.ts'
import { saysSomething } from '../rules.ts'
import { useTextWords } from './words.ts'

interface Fields {
  title: string
  content: string
  active: boolean
}

const fieldsOf = ({ title, content, active }: StoredText): Fields => ({ title, content, active })
const readOf = (text: StoredText) => ({ revision: text.version, values: fieldsOf(text) })

/** Writes a text of the project; with `titled` it has a heading and can be taken down. */
export function TextForm({
  text,
  titled = false,
  load,
  onSave,
}: {
  text: StoredText
  titled?: boolean
  /** Reads it again. */
  load: () => Promise<StoredText>
  onSave: (fields: Fields, version: number) => Promise<unknown>
}) {
  const say = useTextWords()
  const [form] = Form.useForm<Fields>()
  const active = Form.useWatch('active', form) ?? text.active

  return (
    <FormPage
      name={`text-${text.kind}`}
      form={form}
      values={fieldsOf(text)}
      revised={{ revision: text.version, load: () => load().then(readOf) }}
      submit={say('publish', { version: text.version + 1 })}
      onlyChanged
      success={say('saved')}
      onSave={(fields, revision) => onSave(fields, revision!)}
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
    </FormPage>
  )
}
