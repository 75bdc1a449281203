import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Switch from 'antd/es/switch'
import type { Dayjs } from 'dayjs'
import { FormPage } from '../../../../web/shell/form/FormPage.tsx'
import { momentOf, wallOf } from '../../../../web/wallTime.ts'
import { PeriodInput } from '../../../../web/shell/form/PeriodInput.tsx'
import { HtmlInput } from '../../../file/web/HtmlInput.tsx'
import type { StoredText } from '../contract.ts'
import { saysSomething } from '../rules.ts'
import { useTextWords } from './words.ts'

interface Fields {
  title: string
  content: string
  active: boolean
  required: boolean
  startsAt: string | null
  endsAt: string | null
}

type Values = Omit<Fields, 'startsAt' | 'endsAt'> & { period: [Dayjs | null, Dayjs | null] | null }

const wall = (at: string | null) => (at === null ? null : wallOf(at))
const moment = (time: Dayjs | null | undefined) => (time ? momentOf(time) : null)

/** Values of the form; each new version decides whether it has to be accepted. */
const valuesOf = ({ title, content, active, startsAt, endsAt }: StoredText): Values => ({
  title,
  content,
  active,
  required: false,
  period: [wall(startsAt), wall(endsAt)],
})
const readOf = (text: StoredText) => ({ revision: text.version, values: valuesOf(text) })

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
  const [form] = Form.useForm<Values>()
  const active = Form.useWatch('active', form) ?? text.active

  return (
    <FormPage
      name={`text-${text.kind}`}
      form={form}
      values={valuesOf(text)}
      revised={{ revision: text.version, load: () => load().then(readOf) }}
      submit={say('publish', { version: text.version + 1 })}
      onlyChanged
      success={say('saved')}
      inputs={{ startsAt: 'period', endsAt: 'period' }}
      onSave={({ period, ...fields }, revision) =>
        onSave({ ...fields, startsAt: moment(period?.[0]), endsAt: moment(period?.[1]) }, revision!)
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
          <Form.Item name="period" label={say('shownPeriod')} extra={say('periodHint')}>
            <PeriodInput />
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
      {text.kind === 'agreement' && (
        <Form.Item
          name="required"
          label={say('mustAccept')}
          extra={say('mustAcceptHint')}
          valuePropName="checked"
        >
          <Switch />
        </Form.Item>
      )}
    </FormPage>
  )
}
