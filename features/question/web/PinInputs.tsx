import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useId, useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { useWholeWords } from '../../../web/composing.ts'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { clock } from '../../../web/format.ts'
import { resourceCalls } from '../../resource/contract.ts'
import type { QuestionDraft } from './draft.ts'
import { useFormWords } from './formWords.ts'
import { shown } from './PartInputs.tsx'
import { useAllowClear } from '../../../web/shell/control/useAllowClear.tsx'

/** A question's position in a video, and the effect of a wrong answer there. */
export function PinInputs({
  draft,
  onChange,
  faultOf,
}: {
  draft: QuestionDraft
  onChange: (draft: QuestionDraft) => void
  faultOf: (field: string) => string | undefined
}) {
  const say = useFormWords()
  const allowClear = useAllowClear()
  const id = useId()
  const [text, setText] = useState('')
  const onSearch = useWholeWords(setText)
  const keyword = usePaused(text.trim())
  const { video } = draft
  const found = useCall(resourceCalls.query, { limit: 20, ...(keyword ? { keyword } : {}) }, { keep: true })
  const detail = useCall(resourceCalls.get, { id: video?.id ?? '' }, { enabled: video !== null })
  const choices = (found.data?.list ?? []).map((one) => ({ value: one.id, label: one.title }))
  const chosen = video && !choices.some((one) => one.value === video.id)
  const length = detail.data?.durationSeconds

  return (
    <>
      <Form.Item
        label={say('pin')}
        extra={say('pinHint')}
        htmlFor={`${id}video`}
        {...shown(faultOf('resourceId'))}
      >
        <Select
          id={`${id}video`}
          allowClear={allowClear}
          placeholder={say('noVideo')}
          showSearch={{ filterOption: false, onSearch }}
          loading={found.isFetching}
          value={video?.id ?? null}
          options={chosen ? [{ value: video.id, label: video.title }, ...choices] : choices}
          onChange={(value: string | undefined, option) =>
            onChange({
              ...draft,
              video: value ? { id: value, title: (option as { label: string }).label } : null,
            })
          }
        />
      </Form.Item>
      {video && (
        <div className="question-row">
          <Form.Item
            label={say('at')}
            extra={length === undefined ? say('atHint') : say('length', { time: clock(length) })}
            htmlFor={`${id}at`}
            {...shown(faultOf('atSecond'))}
          >
            <Input
              id={`${id}at`}
              value={draft.at}
              maxLength={8}
              placeholder="12:30"
              onChange={({ target }) => onChange({ ...draft, at: target.value })}
            />
          </Form.Item>
          <Form.Item
            label={say('rewind')}
            extra={say('rewindHint')}
            htmlFor={`${id}rewind`}
            {...shown(faultOf('rewindTo'))}
          >
            <Input
              id={`${id}rewind`}
              value={draft.rewind}
              maxLength={8}
              placeholder="12:00"
              onChange={({ target }) => onChange({ ...draft, rewind: target.value })}
            />
          </Form.Item>
          <Form.Item label=" " colon={false}>
            <Checkbox
              checked={draft.mustPass}
              onChange={({ target }) => onChange({ ...draft, mustPass: target.checked })}
            >
              {say('mustPass')}
            </Checkbox>
          </Form.Item>
        </div>
      )}
    </>
  )
}
