import AutoComplete from 'antd/es/auto-complete'
import Form from 'antd/es/form'
import InputNumber from 'antd/es/input-number'
import Select from 'antd/es/select'
import { useCall } from '../../../web/client.ts'
import { bankCalls } from '../bank/contract.ts'
import { difficulties } from '../contract.ts'
import type { QuestionDraft } from './draft.ts'
import { useFormWords } from './formWords.ts'
import { shown } from './PartInputs.tsx'
import { PinInputs } from './PinInputs.tsx'
import { useAllowClear } from '../../../web/shell/control/useAllowClear.tsx'

/** Inputs for the place of a question: its bank, difficulty, points, category, and video. */
export function PlaceInputs(props: {
  draft: QuestionDraft
  onChange: (draft: QuestionDraft) => void
  faultOf: (field: string) => string | undefined
}) {
  const { draft, onChange, faultOf } = props
  const say = useFormWords()
  const allowClear = useAllowClear()
  const banks = useCall(bankCalls.query, { limit: 50 }).data?.list ?? []
  const bank = banks.find((one) => one.bankId === draft.bankId)

  return (
    <>
      <div className="question-row">
        <Form.Item label={say('bank')} htmlFor="question-bank" {...shown(faultOf('bankId'))}>
          <Select
            id="question-bank"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={say('chooseBank')}
            value={draft.bankId ?? (draft.video ? '' : null)}
            options={[
              ...(draft.video ? [{ value: '', label: say('noBank') }] : []),
              ...banks.map(({ bankId, name }) => ({ value: bankId, label: name })),
            ]}
            onChange={(bankId) => onChange({ ...draft, bankId: bankId || null })}
          />
        </Form.Item>
        <Form.Item
          label={say('category')}
          extra={say('categoryHint')}
          htmlFor="question-category"
          {...shown(faultOf('category'))}
        >
          <AutoComplete
            id="question-category"
            allowClear={allowClear}
            value={draft.category}
            options={(bank?.categories ?? []).map((value) => ({ value }))}
            onChange={(category: string | undefined) =>
              onChange({ ...draft, category: (category ?? '').slice(0, 60) })
            }
          />
        </Form.Item>
        <Form.Item label={say('difficulty')} htmlFor="question-difficulty">
          <Select
            id="question-difficulty"
            value={draft.difficulty}
            options={difficulties.map((value) => ({ value, label: say(value) }))}
            onChange={(difficulty) => onChange({ ...draft, difficulty })}
          />
        </Form.Item>
        <Form.Item
          label={say('score')}
          extra={say('scoreHint')}
          htmlFor="question-score"
          {...shown(faultOf('score'))}
        >
          <InputNumber
            id="question-score"
            min={0.5}
            max={100}
            step={0.5}
            value={draft.score}
            style={{ width: '100%' }}
            onChange={(score) => onChange({ ...draft, score: score && Math.round(score * 2) / 2 })}
          />
        </Form.Item>
      </div>
      <PinInputs {...props} />
    </>
  )
}
