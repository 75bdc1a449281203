import { useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import type { Batch } from '../../../web/shell/list/BatchBar.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { Note } from '../../../web/shell/control/Note.tsx'
import { offerUndo } from '../../../web/shell/view/undo.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { resourceCalls } from '../../resource/contract.ts'
import { bankCalls } from '../bank/contract.ts'
import { Banks } from '../bank/web/Banks.tsx'
import { difficulties, type Question, questionCalls, questionExports, questionTypes } from '../contract.ts'
import { draftOf, newDraft, type QuestionDraft } from './draft.ts'
import { QuestionBatch } from './QuestionBatch.tsx'
import { stemOf, useQuestionColumns } from './QuestionColumns.tsx'
import { QuestionImportButton } from './QuestionImportButton.tsx'
import { useQuestionWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

const QuestionDrawer = dialogPart(() => import('./QuestionDrawer.tsx'))
const QuestionPreview = dialogPart(() => import('./QuestionPreview.tsx'))

const batch: Batch<Question> = {
  nameOf: stemOf,
  render: (selected, clear) => <QuestionBatch selected={selected} clear={clear} />,
}

/** Banks and their questions, or those of the video in `resourceId`. */
export default function QuestionListPage() {
  const say = useQuestionWords()
  const [state, change] = useUrlState()
  const bankId = state.bankId ?? null
  const resourceId = state.resourceId ?? null
  const video = useCall(resourceCalls.get, { id: resourceId ?? '' }, { enabled: resourceId !== null })
  const banks = useCall(bankCalls.query, { bankId: bankId!, limit: 1 }, { enabled: bankId !== null })
  const bank = bankId === null ? undefined : banks.data?.list[0]
  const [edited, setEdited] = useState<QuestionDraft | null>(null)
  const [shown, setShown] = useState<Question | null>(null)
  const disable = useAction(questionCalls.disabled)
  const undisable = useAction(questionCalls.disabled, { quiet: true })
  const remove = useAction(questionCalls.delete)
  const maySave = useMay(questionCalls.save)
  const mayDisable = useMay(questionCalls.disabled)
  const title = video.data?.title ?? say('thisVideo')

  const columns = useQuestionColumns({
    withBank: bankId === null,
    onPreview: setShown,
    onEdit: (question) => setEdited(draftOf(question)),
    onDisable({ questionId, status }) {
      const disabled = status === 'active'
      const questionIds = [questionId]
      const onDone = () =>
        offerUndo(say(disabled ? 'disabledDone' : 'enabledDone', { count: 1 }), () =>
          undisable.mutateAsync({ questionIds, disabled: !disabled }),
        )
      disable.mutate({ questionIds, disabled, onDone })
    },
    onDelete: ({ questionId }) => remove.mutate({ questionIds: [questionId] }),
  })
  const choices = (values: readonly Parameters<typeof say>[0][]) =>
    values.map((value) => ({ value, label: say(value) }))

  return (
    <Banks chosen={bankId} onChoose={(id) => change({ bankId: id, category: null, page: null }, 'push')}>
      {resourceId && (
        <Note
          type="info"
          title={say('onlyVideo', { title })}
          action={
            <Button size="small" onClick={() => change({ resourceId: null, page: null }, 'push')}>
              {say('showAll')}
            </Button>
          }
        />
      )}
      <CrudTable
        call={questionCalls.find}
        exportCall={questionExports.exportQuestionList}
        rowKey="questionId"
        fixed={{ ...(bankId ? { bankId } : {}), ...(resourceId ? { resourceId } : {}) }}
        filters={[
          { name: 'keyword', label: say('stem'), kind: 'text' },
          { name: 'type', label: say('type'), kind: 'select', options: choices(questionTypes) },
          { name: 'difficulty', label: say('difficulty'), kind: 'select', options: choices(difficulties) },
          { name: 'status', label: say('status'), kind: 'select', options: choices(['active', 'disabled']) },
          {
            name: 'category',
            label: say('category'),
            ...(bank
              ? {
                  kind: 'select',
                  options: bank.categories.map((category) => ({ value: category, label: category })),
                }
              : { kind: 'text' }),
          },
        ]}
        toolbar={
          maySave && (
            <>
              <Button
                type="primary"
                onClick={() =>
                  setEdited(newDraft({ bankId, video: resourceId ? { id: resourceId, title } : null }))
                }
              >
                {say('create')}
              </Button>
              <QuestionImportButton bankId={bankId} onDone={(id) => change({ bankId: id, page: null })} />
            </>
          )
        }
        batch={mayDisable && batch}
        columns={columns}
      />
      {edited && <QuestionDrawer start={edited} onClose={() => setEdited(null)} />}
      {shown && <QuestionPreview question={shown} onClose={() => setShown(null)} />}
    </Banks>
  )
}
