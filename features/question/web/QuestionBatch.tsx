import type { Begun } from '../../../contract/selection.ts'
import { useAction } from '../../../web/client.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { named, type Selected, useChosenText } from '../../../web/shell/control/chosen.tsx'
import { notify } from '../../../web/notice.ts'
import { useRowAction } from '../../../web/shell/control/RowActions.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { questionCalls } from '../contract.ts'
import { useQuestionWords } from './words.ts'

/** Batch actions for the chosen questions: all of them, or none and the reason. */
export function QuestionBatch({ selected, clear }: { selected: Selected; clear: () => void }) {
  const say = useQuestionWords()
  const disable = useAction(questionCalls.disabled)
  const remove = useAction(questionCalls.delete)
  const mayDelete = useMay(questionCalls.delete)
  const run = useRowAction()
  const chosen = useChosenText()
  const { said: count, isLong } = selected
  const questions = named('questionIds', selected)

  const setDisabled = (disabled: boolean) =>
    run({
      key: 'disable',
      label: say(disabled ? 'disable' : 'enable'),
      ...(isLong
        ? {
            confirm: {
              title: say(disabled ? 'disableManyConfirm' : 'enableManyConfirm', { count }),
              text: chosen ?? '',
            },
          }
        : {}),
      onClick: () =>
        disable.mutate({
          ...questions,
          disabled,
          onDone: (answer) => done(answer, say(disabled ? 'disabledDone' : 'enabledDone', { count })),
        }),
    })

  const deleteAll = () =>
    run({
      key: 'delete',
      label: say('delete'),
      danger: true,
      confirm: {
        title: say('deleteConfirm', { count }),
        text: [chosen, say('deleteHint')].filter(Boolean).join(' '),
      },
      onClick: () =>
        remove.mutate({ ...questions, onDone: (answer) => done(answer, say('deleted', { count })) }),
    })

  function done(answer: Begun | null, text: string) {
    notify('success', answer ? say('begun') : text)
    clear()
  }

  return (
    <>
      <Button loading={disable.isPending} onClick={() => void setDisabled(true)}>
        {say('disable')}
      </Button>
      <Button loading={disable.isPending} onClick={() => void setDisabled(false)}>
        {say('enable')}
      </Button>
      {mayDelete && (
        <Button danger loading={remove.isPending} onClick={() => void deleteAll()}>
          {say('delete')}
        </Button>
      )}
    </>
  )
}
