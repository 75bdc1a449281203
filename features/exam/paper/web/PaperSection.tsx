import Card from 'antd/es/card'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Select from 'antd/es/select'
import Space from 'antd/es/space'
import { useState } from 'react'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { difficulties, type QuestionType, questionTypes } from '../../../question/contract.ts'
import type { PaperMode, Shortage } from '../contract.ts'
import { BankSelect, useBanks } from './BankSelect.tsx'
import './Paper.css'
import type { PaperValues, SectionValues } from './paperValues.ts'
import { QuestionPicker } from './QuestionPicker.tsx'
import { usePaperWords } from './words.ts'
import { useAllowClear } from '../../../../web/shell/control/useAllowClear.tsx'

/** The questions a section names, as one field of the form. */
function NamedInput({
  value = [],
  type,
  taken,
  onChange,
}: {
  value?: string[]
  type: QuestionType
  taken: ReadonlySet<string>
  onChange?: (questionIds: string[]) => void
}) {
  const say = usePaperWords()
  const [open, setOpen] = useState(false)
  return (
    <Space>
      <Button onClick={() => setOpen(true)}>{say('pick')}</Button>
      <span>{say('picked', { count: value.length })}</span>
      {open && (
        <QuestionPicker
          type={type}
          value={value}
          taken={taken}
          onCancel={() => setOpen(false)}
          onChoose={(ids) => {
            onChange?.(ids)
            setOpen(false)
          }}
        />
      )}
    </Space>
  )
}

/** One section of a paper: its type and points, what it names, what it draws. */
export function PaperSection({
  place,
  mode,
  shortage,
  onRemove,
  onUp,
}: {
  place: number
  mode: PaperMode
  shortage: Shortage | undefined
  onRemove: (() => void) | undefined
  onUp: (() => void) | undefined
}) {
  const say = usePaperWords()
  const allowClear = useAllowClear()
  const form = Form.useFormInstance<PaperValues>()
  const sections = (Form.useWatch('sections', form) ?? []) as (SectionValues | undefined)[]
  const section = sections[place]
  const banks = useBanks()
  const categories = banks.data?.list.find((bank) => bank.bankId === section?.bankId)?.categories ?? []
  const elsewhere = new Set(sections.flatMap((other, i) => (i === place ? [] : (other?.questionIds ?? []))))
  const count =
    (mode === 'random' ? 0 : (section?.questionIds?.length ?? 0)) +
    (mode === 'fixed' ? 0 : (section?.count ?? 0))
  return (
    <Card
      size="small"
      className="paper-section"
      title={
        <>
          {say('section', { no: place + 1 })}{' '}
          <small>{say('worth', { count, score: count * (section?.scoreEach ?? 0) })}</small>
        </>
      }
      extra={
        <Space size={0}>
          {onUp && (
            <Button type="link" size="small" onClick={onUp}>
              {say('moveUp')}
            </Button>
          )}
          {onRemove && (
            <Button type="link" size="small" danger onClick={onRemove}>
              {say('removeSection')}
            </Button>
          )}
        </Space>
      }
    >
      <div className="paper-row k-cluster">
        <Form.Item name={[place, 'type']} label={say('type')} rules={[{ required: true }]}>
          <Select
            style={{ width: 150 }}
            options={questionTypes.map((value) => ({ value, label: say(value) }))}
            onChange={() => form.setFieldValue(['sections', place, 'questionIds'], [])}
          />
        </Form.Item>
        <Form.Item
          name={[place, 'scoreEach']}
          label={say('scoreEach')}
          rules={[{ required: true, message: say('mustFill') }]}
        >
          <InputNumber min={0.5} max={100} step={0.5} />
        </Form.Item>
        <Form.Item name={[place, 'title']} label={say('title')} className="grows">
          <Input maxLength={60} placeholder={say('titleHint')} />
        </Form.Item>
      </div>
      {mode !== 'random' && (
        <Form.Item name={[place, 'questionIds']} label={say('named')}>
          <NamedInput type={section?.type ?? 'single'} taken={elsewhere} />
        </Form.Item>
      )}
      {mode !== 'fixed' && (
        <div className="paper-row k-cluster">
          <Form.Item name={[place, 'bankId']} label={say('bank')} className="grows">
            <BankSelect />
          </Form.Item>
          <Form.Item name={[place, 'category']} label={say('category')}>
            <Select
              allowClear={allowClear}
              style={{ width: 130 }}
              placeholder={say('anyCategory')}
              options={categories.map((value) => ({ value, label: value }))}
            />
          </Form.Item>
          <Form.Item name={[place, 'difficulty']} label={say('difficulty')}>
            <Select
              allowClear={allowClear}
              style={{ width: 90 }}
              placeholder={say('anyDifficulty')}
              options={difficulties.map((value) => ({ value, label: say(value) }))}
            />
          </Form.Item>
          <Form.Item
            name={[place, 'count']}
            label={say('count')}
            {...(shortage
              ? {
                  validateStatus: 'error',
                  help: say('there', { there: shortage.there, asked: shortage.asked }),
                }
              : {})}
          >
            <InputNumber min={0} max={200} precision={0} />
          </Form.Item>
        </div>
      )}
    </Card>
  )
}
