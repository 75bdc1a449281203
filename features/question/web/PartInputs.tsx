import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import { useId } from 'react'
import { Button } from '../../../web/shell/control/Button.tsx'
import { mostOptions, partialRules } from '../contract.ts'
import { letterOf } from '../rules.ts'
import { newLine, newOption, type OptionDraft, type PartDraft } from './draft.ts'
import { useFormWords } from './formWords.ts'
import { Lines } from './Lines.tsx'

const mostBlanks = 20

interface Props {
  part: PartDraft
  onChange: (part: PartDraft) => void
  /** The reason against a field of this part, e.g. `stem` or `options.1`. */
  faultOf: (field: string) => string | undefined
}

/** Props by which a form item shows a reason against it. */
export const shown = (fault: string | undefined) =>
  fault ? { validateStatus: 'error' as const, help: fault } : {}

/** The inputs of one thing to answer: stem, answer in the way of its type, explanation. */
export function PartInputs({ part, onChange, faultOf }: Props) {
  const say = useFormWords()
  const id = useId()
  const inputs = {
    single: <Options part={part} onChange={onChange} faultOf={faultOf} />,
    multiple: <Options part={part} onChange={onChange} faultOf={faultOf} />,
    judge: <Judge part={part} onChange={onChange} faultOf={faultOf} />,
    blank: <Blanks part={part} onChange={onChange} faultOf={faultOf} />,
    essay: (
      <Form.Item label={say('model')} extra={say('modelHint')} htmlFor={`${id}model`}>
        <Input.TextArea
          id={`${id}model`}
          autoSize={{ minRows: 3, maxRows: 12 }}
          maxLength={10_000}
          value={part.model}
          onChange={({ target }) => onChange({ ...part, model: target.value })}
        />
      </Form.Item>
    ),
  }
  return (
    <>
      <Form.Item label={say('stem')} required htmlFor={`${id}stem`} {...shown(faultOf('stem'))}>
        <Input.TextArea
          id={`${id}stem`}
          autoSize={{ minRows: 2, maxRows: 12 }}
          maxLength={4000}
          value={part.stem}
          onChange={({ target }) => onChange({ ...part, stem: target.value })}
        />
      </Form.Item>
      {inputs[part.type]}
      <Form.Item label={say('explanation')} htmlFor={`${id}analysis`} {...shown(faultOf('analysis'))}>
        <Input.TextArea
          id={`${id}analysis`}
          autoSize={{ minRows: 2, maxRows: 12 }}
          maxLength={4000}
          value={part.analysis}
          onChange={({ target }) => onChange({ ...part, analysis: target.value })}
        />
      </Form.Item>
    </>
  )
}

function Options({ part, onChange, faultOf }: Props) {
  const say = useFormWords()
  const many = part.type === 'multiple'
  // Not given to the inputs: what is wrong is what is ticked.
  const fault = faultOf('answer') ?? faultOf('options')
  const setOptions = (options: OptionDraft[]) => onChange({ ...part, options })
  const mark = (chosen: OptionDraft, right: boolean) =>
    setOptions(
      part.options.map((option) =>
        option.id === chosen.id ? { ...option, right } : many ? option : { ...option, right: false },
      ),
    )
  return (
    <>
      <Form.Item
        label={say('options')}
        required
        extra={say('optionsHint')}
        help={fault && <span className="question-fault k-bad">{fault}</span>}
      >
        <Lines
          value={part.options}
          onChange={setOptions}
          fresh={newOption}
          least={2}
          most={mostOptions}
          faultOf={(place) => faultOf(`options.${place}`)}
          namesOf={(place) => {
            const letter = letterOf(place)
            return {
              line: say('option', { letter }),
              up: say('up', { letter }),
              down: say('down', { letter }),
              take: say('take', { letter }),
            }
          }}
          renderMark={(option, place) => {
            const label = say('isRight', { letter: letterOf(place) })
            const Mark = many ? Checkbox : Radio
            return (
              <span className="question-line-before">
                <Mark
                  aria-label={label}
                  name={`right-${part.id}`}
                  checked={option.right}
                  onChange={({ target }) => mark(option, target.checked)}
                />
                {letterOf(place)}
              </span>
            )
          }}
        />
        {part.options.length < mostOptions && (
          <Button type="dashed" size="small" onClick={() => setOptions([...part.options, newOption()])}>
            {say('addOption')}
          </Button>
        )}
      </Form.Item>
      {many && (
        <Form.Item label={say('partial')}>
          <Radio.Group
            value={part.partial}
            options={partialRules.map((value) => ({ value, label: say(value) }))}
            onChange={({ target }) => onChange({ ...part, partial: target.value })}
          />
        </Form.Item>
      )}
    </>
  )
}

function Judge({ part, onChange, faultOf }: Props) {
  const say = useFormWords()
  return (
    <Form.Item label={say('answer')} required {...shown(faultOf('answer'))}>
      <Radio.Group
        value={part.judge}
        options={[
          { value: 'A', label: say('right') },
          { value: 'B', label: say('wrong') },
        ]}
        onChange={({ target }) => onChange({ ...part, judge: target.value })}
      />
    </Form.Item>
  )
}

function Blanks({ part, onChange, faultOf }: Props) {
  const say = useFormWords()
  return (
    <Form.Item label={say('blanks')} required extra={say('blanksHint')} {...shown(faultOf('answer'))}>
      <Lines
        value={part.blanks}
        onChange={(blanks) => onChange({ ...part, blanks })}
        fresh={() => newLine()}
        least={1}
        most={mostBlanks}
        faultOf={() => undefined}
        namesOf={(place) => {
          const line = say('blankOf', { n: place + 1 })
          return {
            line,
            up: say('blankUp', { n: place + 1 }),
            down: say('blankDown', { n: place + 1 }),
            take: say('takeBlank', { n: place + 1 }),
          }
        }}
        renderMark={(_, place) => (
          <span className="question-line-before">{say('blankOf', { n: place + 1 })}</span>
        )}
      />
      {part.blanks.length < mostBlanks && (
        <Button
          type="dashed"
          size="small"
          onClick={() => onChange({ ...part, blanks: [...part.blanks, newLine()] })}
        >
          {say('addBlank')}
        </Button>
      )}
    </Form.Item>
  )
}
