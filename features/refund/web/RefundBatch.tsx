import { useState } from 'react'
import type { BatchResult } from '../../../contract/selection.ts'
import { useAction } from '../../../web/client.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { type Selected, useChosenText } from '../../../web/shell/control/chosen.tsx'
import { confirm } from '../../../web/shell/view/confirm.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { refundCalls } from '../contract.ts'
import { useRefundWords } from './words.ts'

const RejectRefunds = dialogPart(() => import('./RejectRefunds.tsx'))

/** Refunds or rejects the requests that are chosen; the report says what a row does not allow. */
export function RefundBatch({
  selected,
  onResult,
}: {
  selected: Selected
  onResult: (result: BatchResult) => void
}) {
  const say = useRefundWords()
  const chosen = useChosenText()
  const [rejecting, setRejecting] = useState(false)
  const mayDo = useMay(refundCalls.doBatch)
  const mayReject = useMay(refundCalls.rejectBatch)
  const act = useAction(refundCalls.doBatch, { onDone: onResult })
  const ask = async () => {
    const text = [chosen, say('endsStudy')].filter(Boolean).join(' ')
    const question = { title: say('doManyTitle', { count: selected.said }), text }
    if (await confirm({ ...question, yes: say('do'), no: say('cancel'), danger: true }))
      act.mutate(selected.selection)
  }
  return (
    <div className="shell-row">
      {mayDo && (
        <Button loading={act.isPending} onClick={() => void ask()}>
          {say('do')}
        </Button>
      )}
      {mayReject && (
        <Button danger onClick={() => setRejecting(true)}>
          {say('reject')}
        </Button>
      )}
      {rejecting && (
        <RejectRefunds selected={selected} onResult={onResult} onClose={() => setRejecting(false)} />
      )}
    </div>
  )
}
