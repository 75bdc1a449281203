import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import { useEffect, useRef, useState } from 'react'
import { CallRefused, useAction } from '../../../web/client.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { FormDrawer } from '../../../web/shell/form/FormDrawer.tsx'
import { useBilingual } from '../../../web/words.ts'
import { questionCalls } from '../contract.ts'
import { divide } from '../rules.ts'
import { faultsOf, inputOf, newDraft, type QuestionDraft } from './draft.ts'
import './Editor.css'
import { useFormWords } from './formWords.ts'
import { QuestionInputs } from './QuestionInputs.tsx'
import { useQuestionWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

const QuestionPreview = dialogPart(() => import('./QuestionPreview.tsx'))

interface Fields {
  draft: QuestionDraft
}
interface Refused {
  field: string
  text: string
}

/** A refused field is an input of the draft, which says so itself. */
const ofDraft = Object.fromEntries(
  ['parts', 'material', 'bankId', 'category', 'score', 'atSecond', 'rewindTo', 'resourceId'].map((field) => [
    field,
    'draft',
  ]),
)

/** Writes a question or changes one, and may go on with the next of its kind. */
export default function QuestionDrawer({ start, onClose }: { start: QuestionDraft; onClose: () => void }) {
  const say = useFormWords()
  const sayList = useQuestionWords()
  const [form] = Form.useForm<Fields>()
  const [tries, setTries] = useState(0)
  const [refused, setRefused] = useState<Refused | null>(null)
  const save = useAction(questionCalls.save, { quiet: true })

  async function saveAs(isMore: boolean, { draft }: Fields) {
    try {
      return { ...(await save.mutateAsync(inputOf(draft))), isMore }
    } catch (error) {
      if (error instanceof CallRefused && error.field) {
        setRefused({ field: error.field, text: error.problem ?? error.message })
        setTries((now) => now + 1)
      }
      throw error
    }
  }

  return (
    <FormDrawer<Fields, { version: number; isMore: boolean }>
      name="question"
      form={form}
      size="wide"
      title={start.questionId ? sayList('editTitle', { n: start.version }) : sayList('create')}
      values={{ draft: start }}
      inputs={ofDraft}
      onSave={(fields) => saveAs(false, fields)}
      other={!start.questionId && { label: say('saveNext'), onSave: (fields) => saveAs(true, fields) }}
      success={({ version }) => (version > 1 ? say('savedAs', { n: version }) : say('saved'))}
      onSaved={({ isMore }, { draft }) => {
        if (!isMore) return onClose()
        form.setFieldValue('draft', newDraft({ bankId: draft.bankId, video: draft.video }, draft))
        setTries(0)
      }}
      onValuesChange={() => setRefused(null)}
      onClose={onClose}
    >
      {start.questionId && (
        <Alert
          type="info"
          title={say('versionHint', { n: start.version + 1 })}
          style={{ marginBottom: 16 }}
        />
      )}
      <Form.Item
        name="draft"
        noStyle
        // Asked by each try to save alone: a draft that is begun is not full of faults.
        validateTrigger={[]}
        rules={[
          {
            validator: async (_, draft: QuestionDraft) => {
              setRefused(null)
              setTries((now) => now + 1)
              if (faultsOf(draft).size > 0) throw new Error()
            },
          },
        ]}
      >
        <DraftInput tries={tries} refused={refused} />
      </Form.Item>
    </FormDrawer>
  )
}

/** The draft as one input, whose faults are said where they are once it was tried to save it. */
function DraftInput({
  value,
  onChange = () => {},
  tries,
  refused,
}: {
  value?: QuestionDraft
  onChange?: (draft: QuestionDraft) => void
  /** Number of attempts to save this draft. */
  tries: number
  refused: Refused | null
}) {
  const say = useQuestionWords()
  const either = useBilingual()
  const frame = useRef<HTMLDivElement>(null)
  const [isPreviewed, setPreviewed] = useState(false)

  useEffect(() => {
    if (tries === 0) return
    const first = frame.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], .ant-form-item-has-error, .question-fault',
    )
    first?.scrollIntoView({ block: 'center' })
    const item = first?.closest('.ant-form-item') ?? first
    item?.querySelector<HTMLElement>('textarea, input')?.focus({ preventScroll: true })
  }, [tries])

  if (!value) return null
  const faults = tries > 0 ? faultsOf(value) : new Map()
  function faultOf(field: string): string | undefined {
    const fault = faults.get(field)
    if (fault) return either(fault.zh, fault.en)
    return refused?.field === field ? refused.text : undefined
  }
  const { parts, ...rest } = inputOf(value)
  const divided = parts.map(divide)
  return (
    <div ref={frame}>
      <QuestionInputs draft={value} onChange={onChange} faultOf={faultOf} />
      <Button onClick={() => setPreviewed(true)}>{say('preview')}</Button>
      {isPreviewed && (
        <QuestionPreview
          question={{
            content: {
              type: rest.type,
              material: rest.material ?? '',
              parts: divided.map((part) => part.content),
            },
            key: divided.map((part) => part.key),
          }}
          onClose={() => setPreviewed(false)}
        />
      )}
    </div>
  )
}
