import Card from 'antd/es/card'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import Space from 'antd/es/space'
import { useState } from 'react'
import { send, useAction } from '../../../../web/client.ts'
import { openPdf } from '../../../../web/pdf.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { FormPage } from '../../../../web/shell/form/FormPage.tsx'
import {
  type Design,
  type DesignElement,
  type Template,
  templateCalls,
  certificateKinds,
} from '../contract.ts'
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

type Fields = Pick<Template, 'name' | 'kind' | 'numbering' | 'design'>

const read = ({ name, kind, numbering, design, revision }: Template) => ({
  revision,
  values: { name, kind, numbering, design } satisfies Fields,
})

/** Edits a template: its name and numbering, and a canvas on which its elements are placed. */
export default function TemplateEditor({
  template,
  onClose,
}: {
  template: Template | null
  onClose: () => void
}) {
  const say = useTemplateWords()
  const save = useAction(templateCalls.save, { quiet: true })
  const load = async () => read(await send(templateCalls.find, { id: template!.id }))
  return (
    <FormPage<Fields, unknown>
      name="template"
      footClassName="k-cluster"
      values={
        template
          ? read(template).values
          : { name: '', kind: 'class', numbering: 'JH{year}-{serial}', design: startDesign() }
      }
      revised={template && { revision: template.revision, load }}
      onSave={(values, revision) =>
        save.mutateAsync({ ...(template ? { id: template.id, revision: revision! } : {}), ...values })
      }
      success={say('saved')}
      onClose={onClose}
    >
      <Card size="small" title={template?.name ?? say('create')}>
        <div className="template-head k-grid k-gap-4">
          <Form.Item name="name" label={say('name')} rules={[{ required: true, max: 100, whitespace: true }]}>
            <Input />
          </Form.Item>
          <Form.Item name="kind" label={say('type')}>
            <Select options={certificateKinds.map((value) => ({ value, label: say(value) }))} />
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
      <Form.Item name="design">
        <DesignInput />
      </Form.Item>
    </FormPage>
  )
}

/** The canvas with what is placed on it, and the inputs of the element that is chosen. */
function DesignInput({
  value: design,
  onChange = () => {},
}: {
  value?: Design
  onChange?: (design: Design) => void
}) {
  const say = useTemplateWords()
  const [chosen, setChosen] = useState<number | null>(null)
  const preview = useAction(templateCalls.preview, { onDone: ({ pdf }) => openPdf(pdf, 'preview.pdf') })
  if (!design) return null
  // What was said of a design is true until it is changed.
  const printed = preview.variables?.design === design ? preview.data : undefined
  const textOf = (at: number) => {
    const element = design.elements[at]!
    return 'text' in element ? element.text : ''
  }

  const change = (at: number, element: DesignElement) =>
    onChange({ ...design, elements: design.elements.map((other, i) => (i === at ? element : other)) })

  function add(kind: keyof typeof fresh) {
    onChange({ ...design!, elements: [...design!.elements, fresh[kind]] })
    setChosen(design!.elements.length)
  }

  return (
    <div className="template-workspace k-grid">
      <Card size="small" title={say('canvas')}>
        <Space wrap style={{ marginBottom: 12 }}>
          <Button onClick={() => add('text')}>{say('addText')}</Button>
          <Button onClick={() => add('qr')}>{say('addQr')}</Button>
          <Button onClick={() => add('seal')}>{say('addSeal')}</Button>
          <Button loading={preview.isPending} onClick={() => preview.mutate({ design })}>
            {say('preview')}
          </Button>
          <label>
            {say('accent')}{' '}
            <input
              type="color"
              value={design.accent}
              onChange={(event) => onChange({ ...design, accent: event.target.value })}
            />
          </label>
        </Space>
        <div role="status" className="template-printed">
          {printed?.tight.length === 0 && <p>{say('allFit')}</p>}
          {printed?.tight.map(({ element, scale, fits }) => (
            <p key={element}>
              {fits
                ? say('shrunk', { text: textOf(element), percent: Math.round(scale * 100) })
                : say('tooLong', { text: textOf(element) })}
            </p>
          ))}
        </div>
        <DesignCanvas design={design} chosen={chosen} onChoose={setChosen} onChange={change} />
      </Card>
      <Card size="small" title={say('element')}>
        {chosen !== null && design.elements[chosen] ? (
          <ElementInputs
            element={design.elements[chosen]}
            onChange={(element) => change(chosen, element)}
            onRemove={() => {
              onChange({ ...design, elements: design.elements.filter((_, i) => i !== chosen) })
              setChosen(null)
            }}
          />
        ) : (
          <p>{say('choose')}</p>
        )}
      </Card>
    </div>
  )
}
