import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../web/shell/control/Button.tsx'
import { OrderedRows } from '../../../web/shell/control/OrderedRows.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { useBilingual } from '../../../web/words.ts'
import type { FormField } from '../contract.ts'
import { faultOfField, fieldKindNames, fieldKinds, fileKinds, formLimits } from '../rules.ts'
import { fieldOf, newField } from './editorValues.ts'
import { addRow, removeRow } from './rowFocus.ts'
import './SignUpEditor.css'
import { useSignUpWords } from './words.ts'

/** The fields of a form in their order: added by kind, moved by dragging or by the arrows, each with its rules. */
export function FieldsInput() {
  const say = useSignUpWords()
  const pick = useBilingual()
  const form = Form.useFormInstance()
  // Preserved: a field is there before its inputs are.
  const watched = Form.useWatch('fields', { form, preserve: true }) as (FormField | undefined)[] | undefined
  const fields = watched ?? []
  return (
    <Form.List name="fields">
      {(items, { add, remove, move }) => (
        <div className="k-stack" data-rows="">
          <OrderedRows
            className="signup-fields k-list k-stack k-gap-2"
            rows={items.map(({ key, name }) => ({ key: String(key), name }))}
            onChange={(rows, moved) => move(moved.name, rows.indexOf(moved))}
            labelOf={({ name }, way) =>
              say(way === 'up' ? 'fieldUp' : 'fieldDown', {
                name: fields[name]?.label || say('fieldOf', { at: name + 1 }),
              })
            }
            isOff={() => false}
          >
            {({ name }) => {
              const field = fields[name]
              return field && <FieldInputs at={name} field={field} onRemove={() => remove(name)} />
            }}
          </OrderedRows>
          <div className="k-cluster" role="group" aria-label={say('addField')} data-adds="">
            <span className="k-muted">{say('addField')}</span>
            {fieldKinds.map((kind) => (
              <Button
                key={kind}
                disabled={items.length >= formLimits.fields}
                onClick={(event) => addRow(event, () => add(newField(kind)))}
              >
                + {pick(fieldKindNames[kind].zh, fieldKindNames[kind].en)}
              </Button>
            ))}
          </div>
        </div>
      )}
    </Form.List>
  )
}

/** Inputs of one field: its label, and the rules that its kind has. */
function FieldInputs({ at, field, onRemove }: { at: number; field: FormField; onRemove: () => void }) {
  const say = useSignUpWords()
  const pick = useBilingual()
  const { kind } = field
  const kindName = pick(fieldKindNames[kind].zh, fieldKindNames[kind].en)
  const name = field.label || say('fieldOf', { at: at + 1 })
  /** Input of a rule, with the problem that the field has there beside it. */
  const rule = (property: keyof FormField, label: string, input: ReactNode, extra?: string) => (
    <Form.Item
      name={[at, property]}
      label={label}
      {...(extra ? { extra } : {})}
      rules={[
        ({ getFieldValue }) => ({
          validator: () => {
            const fault = faultOfField(fieldOf(getFieldValue(['fields', at]) as FormField))
            return fault?.at === property
              ? Promise.reject(new Error(pick(fault.words.zh, fault.words.en)))
              : Promise.resolve()
          },
        }),
      ]}
    >
      {input}
    </Form.Item>
  )
  const count = (most: number) => <InputNumber min={1} max={most} precision={0} />
  const value = <InputNumber min={-1_000_000_000} max={1_000_000_000} />
  const day = <Input type="date" />
  return (
    <div className="signup-field k-box" role="group" aria-label={name} data-row="">
      <div className="signup-field-head k-cluster">
        <Tag color="blue">{kindName}</Tag>
        <Form.Item name={[at, 'required']} valuePropName="checked" noStyle>
          <Checkbox>{say('needed')}</Checkbox>
        </Form.Item>
        <span className="k-grow" />
        <Button
          type="text"
          size="small"
          danger
          aria-label={say('removeOf', { name })}
          onClick={(event) => removeRow(event, onRemove)}
        >
          {say('remove')}
        </Button>
      </div>
      <div className="signup-rules k-grid">
        <Form.Item
          name={[at, 'label']}
          label={say('label')}
          rules={[{ required: true, whitespace: true, message: say('mustFill') }]}
        >
          <Input maxLength={80} autoComplete="off" />
        </Form.Item>
        <Form.Item name={[at, 'hint']} label={say('hint')}>
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
        {kind === 'text' && (
          <>
            {rule('minLength', say('minLength'), count(formLimits.textLength))}
            {rule('maxLength', say('maxLength'), count(formLimits.textLength))}
          </>
        )}
        {kind === 'choice' && (
          <>
            {rule('choices', say('choices'), <ChoicesInput />, say('choicesHint'))}
            {rule('most', say('most'), count(formLimits.choices))}
          </>
        )}
        {kind === 'number' && (
          <>
            {rule('min', say('min'), value)}
            {rule('max', say('max'), value)}
          </>
        )}
        {kind === 'date' && (
          <>
            {rule('from', say('from_'), day)}
            {rule('to', say('to_'), day)}
          </>
        )}
        {kind === 'file' && (
          <>
            {rule(
              'fileKinds',
              say('fileKinds'),
              <Checkbox.Group
                options={fileKinds.map((each) => ({
                  value: each,
                  label: say(`file_${each}`),
                }))}
              />,
            )}
            {rule('maxKilobytes', say('maxKilobytes'), count(formLimits.kilobytes))}
          </>
        )}
        {kind === 'agreement' && (
          <div className="k-full">
            {rule(
              'text',
              say('text'),
              <Input.TextArea maxLength={10_000} autoSize={{ minRows: 3, maxRows: 10 }} />,
            )}
          </div>
        )}
      </div>
    </div>
  )
}

/** Choices as text, one a line; what is typed stays as it is, also an empty line. */
function ChoicesInput({
  id,
  value = [],
  onChange,
}: {
  id?: string
  value?: readonly string[]
  onChange?: (choices: string[]) => void
}) {
  const [typed, setTyped] = useState(value.join('\n'))
  const linesOf = (text: string) =>
    text
      .split(/[\n\t]/)
      .map((line) => line.trim().slice(0, formLimits.choiceLength))
      .filter(Boolean)
  // Another version of the field was loaded.
  const shown = linesOf(typed).join('\n') === value.join('\n') ? typed : value.join('\n')
  return (
    <Input.TextArea
      {...(id ? { id } : {})}
      autoSize={{ minRows: 3, maxRows: 12 }}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange?.(linesOf(target.value))
      }}
    />
  )
}
