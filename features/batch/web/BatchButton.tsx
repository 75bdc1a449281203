import type { Call, InputOf } from '../../../contract/call.ts'
import type { BatchResult } from '../../../contract/selection.ts'
import { useAction } from '../../../web/client.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { type Selected, useChosenText } from '../../../web/shell/control/chosen.tsx'
import { useRowAction } from '../../../web/shell/control/RowActions.tsx'

/** Button that acts on the chosen rows of a list once its question is answered with yes. */
export function BatchButton<C extends Call>({
  call,
  input,
  selected: { selection },
  label,
  yes,
  question,
  hint,
  danger = false,
  onResult,
}: {
  /** Call that answers with the result of a batch, and its input beside the rows. */
  call: C
  input?: Partial<InputOf<C>>
  selected: Selected
  label: string
  /** Button of the question. */
  yes: string
  question: string
  hint: string
  danger?: boolean
  onResult: (result: BatchResult) => void
}) {
  const chosen = useChosenText()
  const run = useRowAction()
  const act = useAction(call as Call, { onDone: (result) => onResult(result as BatchResult) })
  return (
    <Button
      danger={danger}
      loading={act.isPending}
      onClick={() =>
        void run({
          key: 'batch',
          label: yes,
          danger,
          confirm: { title: question, text: [chosen, hint].filter(Boolean).join(' ') },
          onClick: () => act.mutate({ ...selection, ...input } as never),
        })
      }
    >
      {label}
    </Button>
  )
}
