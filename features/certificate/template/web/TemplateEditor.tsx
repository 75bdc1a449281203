import Button from 'antd/es/button'
import Card from 'antd/es/card'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import Space from 'antd/es/space'
import { useState } from 'react'
import { CallRefused, send, useAction } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { openPdf } from '../../../../web/pdf.ts'
import { useDiscard } from '../../../../web/shell/leave.ts'
import { useRevision } from '../../../../web/shell/useRevision.tsx'
import { type Design, type DesignElement, type Template, templateCalls } from '../contract.ts'
import { startDesign } from '../rules.ts'
import { DesignCanvas } from './DesignCanvas.tsx'
import { ElementInputs } from './ElementInputs.tsx'
import './TemplateEditor.css'
import { useTemplateWords } from './words.ts'

const fresh: Record<'text' | 'qr' | 'seal', DesignElement> = {
  text: {
    kind: 'text',
    x: 60,
    y: 90,
    width: 120,
    size: 14,
    align: 'left',
    font: 'sans',
    color: '#16202c',
    text: '{realName}',
  },
  qr: { kind: 'qr', x: 230, y: 148, size: 28 },
  seal: { kind: 'seal', x: 178, y: 138, size: 34, color: '#b3261e', text: '{projectTitle}' },
}

type TemplateFields = Pick<Template, 'name' | 'kind' | 'numbering'>

/** Edits a template: its name and numbering, and a canvas on which its elements are placed. */
export function TemplateEditor({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const say = useTemplateWords()
  const [form] = Form.useForm<TemplateFields>()
  const [first, setFirst] = useState<Design>(() => template?.design ?? startDesign())
  const [design, setDesign] = useState(first)
  const [touched, setTouched] = useState(false)
  const discard = useDiscard(touched || design !== first)
  const [chosen, setChosen] = useState<number | null>(null)
  const preview = useAction(templateCalls.preview, { onDone: ({ pdf }) => openPdf(pdf, 'preview.pdf') })
  const save = useAction(templateCalls.save, {
    quiet: true,
    onDone() {
      notify('success', say('saved'))
      onClose()
    },
  })
  const read = ({ name, kind, numbering, design: drawn, revision }: Template) => ({
    revision,
    values: { name, kind, numbering, design: drawn },
  })
  const edit = useRevision<TemplateFields & { design: Design }>({
    current: template && read(template),
    isDirty: touched || design !== first,
    typed: () => ({ ...(form.getFieldsValue(true) as TemplateFields), design }),
    fill({ design: drawn, ...fields }) {
      form.setFieldsValue(fields)
      setDesign(drawn)
      setChosen(null)
    },
    onDiscard(values) {
      setTouched(false)
      setFirst(values.design)
    },
    load: async () => read(await send(templateCalls.find, { id: template!.id })),
  })

  const change = (at: number, element: DesignElement) =>
    setDesign({ ...design, elements: design.elements.map((other, i) => (i === at ? element : other)) })

  function add(kind: keyof typeof fresh) {
    setDesign({ ...design, elements: [...design.elements, fresh[kind]] })
    setChosen(design.elements.length)
  }

  async function submit(values: TemplateFields) {
    try {
      await save.mutateAsync({
        ...(template ? { id: template.id, revision: edit.revision! } : {}),
        ...values,
        design,
      })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (edit.refused(error)) return
      const field = error.field as 'name' | undefined
      if (field && form.getFieldInstance(field)) form.setFields([{ name: field, errors: [error.message] }])
      else notify('error', error.message)
    }
  }

  return (
    <Form
      name="template"
      form={form}
      layout="vertical"
      initialValues={template ?? { kind: 'class', numbering: 'JH{year}-{serial}' }}
      onValuesChange={() => setTouched(true)}
      onFinish={(values) => void submit(values)}
    >
      {edit.notice}
      <Card
        size="small"
        title={template?.name ?? say('create')}
        extra={
          <Space>
            <Button onClick={() => discard(onClose)}>{say('cancel')}</Button>
            <Button loading={preview.isPending} onClick={() => preview.mutate({ design })}>
              {say('preview')}
            </Button>
            <Button type="primary" htmlType="submit" loading={save.isPending}>
              {say('save')}
            </Button>
          </Space>
        }
      >
        <div className="template-head">
          <Form.Item name="name" label={say('name')} rules={[{ required: true, max: 100, whitespace: true }]}>
            <Input />
          </Form.Item>
          <Form.Item name="kind" label={say('type')}>
            <Select
              options={(['class', 'year', 'skill'] as const).map((value) => ({ value, label: say(value) }))}
            />
          </Form.Item>
          <Form.Item
            name="numbering"
            label={say('numbering')}
            extra={say('numberingHint', { year: '{year}', serial: '{serial}' })}
            rules={[{ required: true, max: 60 }]}
          >
            <Input />
          </Form.Item>
        </div>
      </Card>
      <div className="template-workspace">
        <Card size="small" title={say('canvas')}>
          <Space wrap style={{ marginBottom: 12 }}>
            <Button onClick={() => add('text')}>{say('addText')}</Button>
            <Button onClick={() => add('qr')}>{say('addQr')}</Button>
            <Button onClick={() => add('seal')}>{say('addSeal')}</Button>
            <label>
              {say('accent')}{' '}
              <input
                type="color"
                value={design.accent}
                onChange={(event) => setDesign({ ...design, accent: event.target.value })}
              />
            </label>
          </Space>
          <DesignCanvas design={design} chosen={chosen} onChoose={setChosen} onChange={change} />
        </Card>
        <Card size="small" title={say('element')}>
          {chosen !== null && design.elements[chosen] ? (
            <ElementInputs
              element={design.elements[chosen]}
              onChange={(element) => change(chosen, element)}
              onRemove={() => {
                setDesign({ ...design, elements: design.elements.filter((_, i) => i !== chosen) })
                setChosen(null)
              }}
            />
          ) : (
            <p>{say('choose')}</p>
          )}
        </Card>
      </div>
    </Form>
  )
}
