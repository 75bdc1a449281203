import Card from 'antd/es/card'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { Button } from '../../../web/shell/control/Button.tsx'
import { mostParts, partTypes, questionTypes } from '../contract.ts'
import { newPart, partsOf, type PartDraft, type QuestionDraft } from './draft.ts'
import { useFormWords } from './formWords.ts'
import { stepped } from './order.ts'
import { PartInputs, shown } from './PartInputs.tsx'
import { PlaceInputs } from './PlaceInputs.tsx'
import { useQuestionWords } from './words.ts'

/** The inputs of a question: its type, its content, and where it belongs. */
export function QuestionInputs({
  draft,
  onChange,
  faultOf,
}: {
  draft: QuestionDraft
  onChange: (draft: QuestionDraft) => void
  /** The reason against a field, named as the server names it. */
  faultOf: (field: string) => string | undefined
}) {
  const say = useFormWords()
  const sayType = useQuestionWords()
  const isCase = draft.type === 'case'
  const setParts = (parts: PartDraft[]) => onChange({ ...draft, parts })
  const setPart = (part: PartDraft) =>
    setParts(draft.parts.map((other) => (other.id === part.id ? part : other)))
  const faultOfPart = (place: number) => (field: string) => faultOf(`parts.${place}.${field}`)

  return (
    <>
      <Form.Item label={say('type')}>
        <Radio.Group
          optionType="button"
          value={draft.type}
          options={questionTypes.map((value) => ({ value, label: sayType(value) }))}
          onChange={({ target }) => onChange({ ...draft, type: target.value })}
        />
      </Form.Item>
      {isCase && (
        <Form.Item
          label={say('material')}
          required
          htmlFor="question-material"
          {...shown(faultOf('material'))}
        >
          <Input.TextArea
            id="question-material"
            autoSize={{ minRows: 4, maxRows: 16 }}
            maxLength={10_000}
            value={draft.material}
            onChange={({ target }) => onChange({ ...draft, material: target.value })}
          />
        </Form.Item>
      )}
      {partsOf(draft).map((part, i) =>
        isCase ? (
          <Card
            key={part.id}
            size="small"
            className="question-edit-part"
            title={
              <>
                {say('part', { n: i + 1 })}{' '}
                <Select
                  size="small"
                  variant="borderless"
                  popupMatchSelectWidth={false}
                  aria-label={`${say('part', { n: i + 1 })} ${say('type')}`}
                  value={part.type}
                  options={partTypes.map((value) => ({ value, label: sayType(value) }))}
                  onChange={(type) => setPart({ ...part, type })}
                />
              </>
            }
            extra={<PartMoves place={i} parts={draft.parts} onChange={setParts} />}
          >
            <PartInputs part={part} onChange={setPart} faultOf={faultOfPart(i)} />
          </Card>
        ) : (
          <PartInputs
            key={part.id}
            part={part}
            onChange={(next) => setPart({ ...next, type: draft.parts[0]!.type })}
            faultOf={faultOfPart(i)}
          />
        ),
      )}
      {isCase && draft.parts.length < mostParts && (
        <Form.Item>
          <Button type="dashed" block onClick={() => setParts([...draft.parts, newPart('single')])}>
            {say('addPart')}
          </Button>
        </Form.Item>
      )}
      <PlaceInputs draft={draft} onChange={onChange} faultOf={faultOf} />
    </>
  )
}

function PartMoves({
  place,
  parts,
  onChange,
}: {
  place: number
  parts: readonly PartDraft[]
  onChange: (parts: PartDraft[]) => void
}) {
  const say = useFormWords()
  const n = place + 1
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        disabled={place === 0}
        aria-label={say('partUp', { n })}
        onClick={() => onChange(stepped(parts, place, -1))}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        disabled={n === parts.length}
        aria-label={say('partDown', { n })}
        onClick={() => onChange(stepped(parts, place, 1))}
      />
      <Button
        type="text"
        size="small"
        danger
        icon={<CloseOutlined />}
        disabled={parts.length === 1}
        aria-label={say('partTake', { n })}
        onClick={() => onChange(parts.filter((_, i) => i !== place))}
      />
    </>
  )
}
