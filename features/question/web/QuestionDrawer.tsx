import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { CallRefused, useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useDiscard } from '../../../web/shell/leave.ts'
import { useBilingual } from '../../../web/words.ts'
import { questionCalls } from '../contract.ts'
import { divide } from '../rules.ts'
import { faultsOf, inputOf, newDraft, type QuestionDraft } from './draft.ts'
import './Editor.css'
import { useFormWords } from './formWords.ts'
import { QuestionForm } from './QuestionForm.tsx'
import { QuestionPreview } from './QuestionPreview.tsx'
import { useQuestionWords } from './words.ts'

/** Writes a question or changes one; asks before unsaved changes are lost. Ctrl+S saves. */
export function QuestionDrawer({ start, onClose }: { start: QuestionDraft | null; onClose: () => void }) {
  const say = useQuestionWords()
  const [dirty, setDirty] = useState(false)

  function close() {
    setDirty(false)
    onClose()
  }
  const discard = useDiscard(dirty)
  const leave = () => discard(close)

  return (
    <Drawer
      open={start !== null}
      onClose={leave}
      size="min(760px, 100vw)"
      title={start?.questionId ? say('editTitle', { n: start.version }) : say('create')}
      destroyOnHidden
    >
      {start && (
        <Editor key={start.parts[0]!.id} start={start} onDirty={setDirty} onCancel={leave} onSaved={close} />
      )}
    </Drawer>
  )
}

function Editor({
  start,
  onDirty,
  onCancel,
  onSaved,
}: {
  start: QuestionDraft
  onDirty: (dirty: boolean) => void
  onCancel: () => void
  onSaved: () => void
}) {
  const say = useFormWords()
  const either = useBilingual()
  const frame = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState(0)
  const [refused, setRefused] = useState<{ field: string; text: string } | null>(null)
  const [previewed, setPreviewed] = useState(false)
  const save = useAction(questionCalls.save)
  const faults = tried > 0 ? faultsOf(draft) : new Map()

  useEffect(() => {
    if (tried === 0) return
    const first = frame.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], .ant-form-item-has-error, .question-fault',
    )
    first?.scrollIntoView({ block: 'center' })
    const item = first?.closest('.ant-form-item') ?? first
    item?.querySelector<HTMLElement>('textarea, input')?.focus({ preventScroll: true })
  }, [tried])

  function change(next: QuestionDraft) {
    setDraft(next)
    setRefused(null)
    onDirty(true)
  }
  function faultOf(field: string): string | undefined {
    const fault = faults.get(field)
    if (fault) return either(fault.zh, fault.en)
    return refused?.field === field ? refused.text : undefined
  }
  function submit(more: boolean) {
    if (save.isPending) return
    setTried(tried + 1)
    if (faultsOf(draft).size > 0) return
    save.mutate(inputOf(draft), {
      onSuccess({ version }) {
        notify('success', version > 1 ? say('savedAs', { n: version }) : say('saved'))
        onDirty(false)
        if (!more) return onSaved()
        setDraft(newDraft({ bankId: draft.bankId, video: draft.video }, draft))
        setTried(0)
        frame.current?.querySelector('textarea')?.focus()
      },
      onError(error) {
        if (error instanceof CallRefused && error.field) {
          setRefused({ field: error.field, text: error.message })
        }
      },
    })
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || !['s', 'S', 'Enter'].includes(event.key)) return
    event.preventDefault()
    submit(false)
  }
  const { parts, ...rest } = inputOf(draft)
  const divided = parts.map(divide)

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut for the button below
    <div ref={frame} onKeyDown={onKeyDown}>
      {draft.questionId && (
        <Alert
          type="info"
          title={say('versionHint', { n: draft.version + 1 })}
          style={{ marginBottom: 16 }}
        />
      )}
      <QuestionForm draft={draft} onChange={change} faultOf={faultOf} />
      <div className="question-foot">
        <Button type="primary" loading={save.isPending} onClick={() => submit(false)}>
          {say('save')}
        </Button>
        {!draft.questionId && (
          <Button disabled={save.isPending} onClick={() => submit(true)}>
            {say('saveNext')}
          </Button>
        )}
        <Button onClick={() => setPreviewed(true)}>{say('preview')}</Button>
        <Button onClick={onCancel}>{say('cancel')}</Button>
      </div>
      <QuestionPreview
        question={
          previewed
            ? {
                content: {
                  type: rest.type,
                  material: rest.material ?? '',
                  parts: divided.map((part) => part.content),
                },
                key: divided.map((part) => part.key),
              }
            : null
        }
        onClose={() => setPreviewed(false)}
      />
    </div>
  )
}
